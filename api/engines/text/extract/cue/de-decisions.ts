import type { DecisionCue } from './cue.ts';

export const germanDecisions: DecisionCue = {
  resolves: `
    wir (?!({idle}|{modal})(?!\\p{L})){plural}
    (?!({idle}|{modal}|den|einen|keinen|sondern|gegen|wegen|neben|zwischen|allen|vielen|seinen|meinen)(?!\\p{L})){plural} wir
    wird … gemacht
  `,
  ordains: `
    (wird|werden) … {participle}
    (bleibt|bleiben|gilt|gelten|entfällt|entfallen|fällt|kommt|kommen|geht|beginnt|startet|endet|schliesst|öffnet|steigt|sinkt|läuft|erscheint|übernimmt|bekommt|bekommen|erhält|erhalten|unterschreibt|bezahlt|findet|finden|wechselt|zieht|leitet|darf|dürfen)
  `,
  binds: `
    (ab|per|auf) (sofort|heute|morgen|neujahr|ende|anfang|mitte|{next}|{days}|{months})
    (künftig|zukünftig|definitiv|endgültig|vorläufig|ersatzlos|nur noch|nicht mehr|hiermit|damit|somit|also)
    (kein|keine|keinen) … mehr
    (bis auf weiteres|bis dahin|(für )?dieses (jahr|mal)|diesmal|noch ein jahr|in zukunft|von jetzt an|von nun an)
  `,
  agrees: `
    ^(ja |gut |okay |ok |also )*(gut|okay|ok|einverstanden|in ordnung|passt|passt mir|super|prima|perfekt|sehr gut|von mir aus|meinetwegen|abgemacht|alles klar|klingt gut|finde ich (auch|gut|richtig)|find ich (auch|gut)|bin (ich )?(auch )?dafür|dafür|gerne|das ist gut|geht für mich|für mich (auch|okay|gut))
  `,
  refuses: `
    ^(nein|nicht|aber|moment|halt|auf keinen fall|das geht nicht|lieber nicht|ich bin dagegen|doch nicht|warum|wieso)
  `,
  consent: `
    (alle |sind alle |seid ihr |sind sie )?(einverstanden|dafür|d'accord)( damit| so)?$
    (hat )?(jemand|irgendjemand|wer) (ist |etwas |was )?(dagegen|einwände)
    (gibt es |irgendwelche )?(einwände|gegenstimmen|gegenmeinungen)
    (ist das |das ist |passt das |geht das )(so )?(für )?(alle |euch |sie |allen )?(gut|okay|in ordnung|recht)?( so)?( für (alle|euch|sie))?$
  `,
};
