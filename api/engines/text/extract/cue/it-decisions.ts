import type { DecisionCue } from './cue.ts';

export const italianDecisions: DecisionCue = {
  resolves: `
    (?!({idle}|{modal}|siamo)(?!\\p{L}))\\p{L}{2,}iamo
    (?!(avremo|saremo|vedremo|potremo|dovremo|sapremo)(?!\\p{L}))\\p{L}{2,}remo
    si (?!(può|deve|è|tratta|vede|sa|sente|dice|parla|dovrebbe|potrebbe|chiama)(?!\\p{L}))\\p{L}+[ae]
  `,
  ordains: `
    (viene|vengono|sarà|saranno|è|sono) … \\p{L}+(ato|ata|ati|ate|uto|uta|uti|ute|ito|ita|iti|ite|sso|ssa|ssi|sse|tto|tta|tti|tte)
    (?!(sarà|saranno|avrà|vedrà|dovrà|potrà)(?!\\p{L}))\\p{L}{3,}(rà|ranno)
    (resta|restano|rimane|rimangono|passa|passano|comincia|paga|pagano|riceve|tiene|firma|esce|va|vanno|viene|torna|chiude|apre|sale|scende|cambia|slitta|salta|continua|parte)
  `,
  binds: `
    (da|a partire da|a partire dal|dal|fino a|fino al|entro) (subito|oggi|domani|adesso|ora|{days}|{months}|prossimo|fine|inizio|nuovo)
    (d'ora in poi|d'ora in avanti|definitivamente|per ora|soltanto|solo|quest'anno|questa volta|fino a nuovo avviso|ancora un anno|una volta per tutte|punto e basta|ognuno|ogni|al massimo)
    non … più
  `,
  agrees: `
    ^(sì |ah |ok |eh )*(d'accordo|va bene|perfetto|benissimo|bene|ok|okay|ottimo|ottima idea|buona idea|ci sto|mi va bene|per me (va bene|sì|ok)|anche per me|certo|volentieri|giusto|sono d'accordo|approvo|favorevole|io sono a favore|senz'altro)
  `,
  refuses: `
    ^(no|non|ma|però|aspetta|aspettate|mai|assolutamente no|sono contrari[oa]|perché)
  `,
  consent: `
    (tutti |siamo (tutti )?|siete (tutti )?|è |sei )?d'accordo$
    (qualcuno|nessuno|chi) (è )?(contrari[oa]|contro|a favore)
    (obiezioni|qualche obiezione|nessuna obiezione)
    (vi|ti|le) va( bene)?( così)?$
    va bene (per|a) (tutti|voi|lei|te)
  `,
};
