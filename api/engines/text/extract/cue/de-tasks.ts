import type { TaskCue } from './cue.ts';

export const germanTasks: TaskCue = {
  commits: `
    ich {work}(e|le) (also|das|den|die|es|ihm|ihr|euch|ihnen|dir|dann|dem|der|noch|sie|gleich|morgen|heute|bis|mich|mal|eine|einen|ein|alles|alle|im|beim|bei|am|an|mit|nach|zwei|drei|jedem|allen|dazu|dafür|in|auf|über|unsere|unseren|meine|{next}|{days}|ihn|nachher|sofort|direkt|zuerst|selber|unser|jemanden|nochmals|deine|seine|ihre|ihren|so)
    ({work}(e|le)) ich (also|das|den|die|es|ihm|ihr|euch|ihnen|dir|dann|dem|der|noch|sie|gleich|morgen|heute|bis|mich|mal|eine|einen|ein|alles|alle|im|beim|bei|am|an|mit|nach|in|auf|ab|vor|rum|raus|ihn|nachher|sofort|nochmals|unseren|unsere)
    ich werde … {infinitive}
    werde ich … {infinitive}
    ich (übernehme|kümmere mich|sorge dafür|erledige|bereite|lasse|besorge|organisiere|kläre|reiche|verschicke|informiere|nehme … auf mich)
    (schreib|schick|sag|ruf|frag|bring|hol|mach|kauf|prüf|klär)(e)? ich (es|ihm|ihr|ihnen|euch|dir|ihn|sie|dem|der|den|das|dann|gleich|grad|noch|morgen|heute|am|bis|auf)
    (übernehme|erledige|besorge|organisiere|verschicke|kläre) ich
    kümmere ich mich
    (das|die|den) (übernehme|mache|erledige|kläre|prüfe|bringe|hole|schicke|schreibe|besorge|organisiere) ich
    (das |es )?muss ich (noch |noch mal |erst |zuerst |halt |dann |zuerst noch )*(mit \\p{L}+ |bei \\p{L}+ |beim \\p{L}+ )?(abklären|klären|prüfen|nachschauen|nachfragen|anschauen|besprechen|nachsehen|organisieren|fragen)
    ich muss … (abklären|nachfragen|nachschauen|anrufen|bestellen|schicken|organisieren|einreichen)
    ich (kann|könnte|würde) (das |die |den |es |gern |gerne |mal |ja |dann |auch )+(übernehmen|machen|organisieren|fragen|klären|abklären|anrufen|schreiben|schicken|vorbereiten|mitbringen|zusammenstellen)
    ich sag(e)?('s| es) (ihm|ihr|ihnen|allen|dem|der|den)
    (muss|werde|kann) ich (dann |noch |heute |heute noch |gleich |morgen |bis \\p{L}+ |auch |eh |ohnehin )+… {infinitive}
    (muss|werde) ich (dann|noch|heute|gleich|morgen|auch)( noch| dann)? {infinitive}
    ich (gebe|sage|gib) … (bescheid|weiter|durch)
    ich (nehme|setze|stelle) … (auf|mit|zusammen|kontakt|ein|frei)
    ich (schaue|schau) (das |es |mal |noch |dass|nach|gleich |dann )*(dass|nach|an|bis)
    ich (mache|mach) … (fertig|bereit|einen entwurf|eine liste|eine zusammenstellung|einen vorschlag|einen termin|ein protokoll|das protokoll|eine umfrage|eine offerte|die offerte|einen plan)
  `,
  mayCommit: `
    ich {first}
    {first} ich
    ich (nehme|mache|gebe|stelle|lese|spreche|rede|suche|treffe|frage|fahre|gehe|komme|lege|sage|probiere|versuche|setze|rechne|bin|werde|will|{work}(e)?)
    (nehme|mache|gebe|stelle|lese|spreche|rede|suche|treffe|frage|probiere|versuche|setze|rechne|sage|{work}(e)?) ich
    ich (kann|könnte|muss|will|möchte|soll|sollte) … {infinitive}
    (kann|könnte|muss|will|möchte) ich … {infinitive}
  `,
  asks: `
    bitte schauen sie dass
    (kannst|könntest|würdest|magst|würden|könnten) (du|sie) … \\p{L}{2,}(en|eln|ern)$
    du {work}(st|est)
    {work}(st|est) du
    (übernimmst|kümmerst|machst|nimmst|gibst|sagst|liest|triffst|setzt|stellst|besprichst|rufst) du (das|die|den|es|dich|bitte|noch|mit|mal|bis|dann|ihm|ihr|dem|der)
    du (übernimmst|kümmerst dich|gibst … bescheid|nimmst … mit|machst|stellst … zusammen|rufst|sagst)
    (kannst|könntest|würdest|magst) du (bitte |das |mir |uns |noch |mal |es |die |den |dem |der |ihm |vielleicht |dich |dann |ihnen |allen )+… {infinitive}
    (kannst|könntest|würdest|magst|kannst) du … {infinitive}
    (können|könnten|würden) sie (bitte|uns|mir|das|die|den|noch|dem|bis|sich|ihm|ihr|dann) … {infinitive}
    (könnt|könntet|würdet) ihr … {infinitive}
    (bitte|dann) (schick|klär|prüf|organisier|schreib|bestell|informier|ruf|mach|schau|sag|frag|nimm|bring|gib|melde)(e)? 
    (schicken|rufen|melden|bringen|vereinbaren|holen|reduzieren|messen|vermeiden|trinken|kühlen|achten|führen|notieren|setzen|wechseln|beginnen|verzichten|nehmen|lassen|kommen|tragen|klären|prüfen|schreiben|organisieren|bestellen|informieren|kontaktieren|reichen|füllen|unterschreiben|steigern|lagern|inhalieren|spülen|cremen|gehen|bewegen|schonen|machen) sie (bitte |sich |mir |uns |dort |dann |noch |stattdessen |das |die |den |es |ihn |jetzt |auch |einfach |mich |am |in |zweimal |täglich |jeden |viel |einmal |ein |eine |einen |weiterhin |nur |ab |bis |erst |mal |dem |der |zwei |drei |vorläufig |heute |morgen |beim |bei |unbedingt |regelmässig |genügend |keine |kein |keinen |möglichst |zur |zum |direkt )
    (machen|nehmen|lassen|kühlen|messen|führen|bringen|schicken|bekommen) sie (zu hause|weg|mit)
    das machen sie
    sie (schicken|übernehmen|klären|melden|organisieren|bringen|rufen|kümmern|schreiben|prüfen) (mir|uns|das|die|den|sich|bitte|noch|dem|der|dann|bis|es|ihn|am|mich)
    (und )?(das )?(ibuprofen|medikament|tablette|tabletten)? lassen sie … weg
    ^(\\p{L}+ |frau \\p{L}+ |herr \\p{L}+ |gut |dann |und |also |bitte )*(mach|gib|ruf|schick|schreib|frag|klär|nimm|bring|stell|leg|trag|meld|prüf|lad|hol|besorg|organisier|bestell|informier|druck|setz|sprich|schick|füll|reich|sammel|notier|lies|sag|bleib|kümmer|warte|zeig|such|kauf|plan|setz|lass)(e)? (das|ihm|ihr|den|die|es|mir|uns|bitte|sie|noch|doch|ihnen|dem|der|einen|eine|ein|mal|ihn|dich|alles|alle)
    (laden|geben|sprechen|fragen|stellen|legen|planen|kontrollieren|setzen|leiten) sie (ihm|ihr|sie|ihn|ihnen|das|den|die|dem|bitte|mit|mir|uns|noch|es|einen|eine|ein)
    darf ich (dich|sie|euch) bitten
    ich (bitte|beauftrage) (dich|sie|euch)
    sei so gut
    bitte bis
    (bitte|noch) … {infinitive} bis
  `,
  mayAsk: `
    (bitte|du|ihr|sie) … {infinitive}
    (können|könnten|kannst|würden) (sie|du) … {infinitive}
    (schicken|rufen|melden|bringen|nehmen|machen|schreiben|geben|sagen|stellen|legen|schauen) sie
  `,
  assigns: `
    (übernimmt|kümmert sich|organisiert|erledigt|koordiniert|besorgt|klärt|informiert|verschickt|kontaktiert|bereitet … vor|sorgt dafür|ist zuständig|ist verantwortlich|ist dafür zuständig|nimmt … in die hand|schaut … an|erkundigt sich|reicht … ein|holt … ein|stellt … zusammen)
    wird sich … kümmern
    (soll|sollte|muss|wird|kann|könnte|müsste) … {infinitive}
  `,
  mayAssign: `
    (macht|schickt|schreibt|ruft|prüft|bringt|holt|bestellt|meldet|fragt|schaut|gibt|nimmt|stellt|führt|erstellt|liefert|bucht|reserviert|testet|verfasst|formuliert|leitet|zahlt|bezahlt|lädt|kontrolliert|überarbeitet|aktualisiert|repariert|montiert|ersetzt|kommt|kauft|spricht)
  `,
  musts: `
    (jemand|irgendjemand|irgendwer) (muss|müsste|sollte|soll|könnte) (?!(wissen|haben|sein|gewesen|gesagt|es gewusst)(?!\\p{L}))
    (man|wer) (muss|müsste|sollte|soll|darf|könnte) … {infinitive}
    (muss|müsste|sollte|müssen|sollten) (noch |unbedingt |dringend |dann |also |auch )+… (werden|{infinitive})
    (muss|müsste|sollte) … (abgeklärt|geklärt|erledigt|gemacht|organisiert|geprüft|bestellt|geschickt|informiert|repariert|ersetzt|angepasst|überprüft|eingereicht|nachgefragt|angeschaut|gereinigt|kontrolliert) werden
    (müssen wir|wir müssen|sollten wir|wir sollten|müssten wir) (noch|bis|unbedingt|dringend|dann noch|also noch|auch noch) … {infinitive}
    (müsste|muss|sollte|könnte) (nur |noch |mal |halt )*jemand … {infinitive}
    es braucht (noch )?jemanden
    wir (brauchen|bräuchten) (noch )?jemanden
  `,
  accepts: `
    (das |ja |gerne |gern |klar |kann ich |okay |gut )*(mache|mach|übernehme|erledige) ich( gern| gerne)?
    (ja |das )*(kann|werde) ich (gern |gerne |schon )?(machen|tun|übernehmen|so machen)
    wird (gemacht|erledigt)
    ist notiert
    notiere ich
    mach ich
  `,
  please: `
    bitte
    (sei|seien sie|seid) so (gut|nett|lieb)
  `,
  whoAsks: `
    ^(und |also |gut |dann )*(wer|welche von euch|welcher von euch) (?!(hat|war|ist|weiss|kennt|möchte|will|sagt|hatte|wäre|denkt|glaubt)(?!\\p{L}))
  `,
  selfAnswers: `
    ^(das |ja |gern |gerne |okay |dann |na gut )*(ich|mache ich|mach ich|übernehme ich|kann ich|ich kann|ich mache|ich übernehme)
  `,
  anyone: `
    (kann|könnte|mag|möchte|würde|will) (vielleicht |bitte |noch |mal )*(jemand|irgendjemand|irgendwer|einer|eine) (?!(mir sagen|sagen|erklären|hören|sehen)(?!\\p{L}))
  `,
  notTask: `
    ich (habe|hatte|bin|war) … (gemacht|geschickt|geschrieben|gefragt|gerufen|geklärt|gegangen|gewesen|gesehen|bekommen|gehabt|nachgefragt|bestellt|geredet|gesprochen)
    (wenn|falls|ob|weil|dass|nachdem|obwohl|wie|was|wo|seit|als) (ich|du|er|wir)
    (immer|manchmal|normalerweise|meistens|jeweils|früher|nie|oft|jeden tag|jedes mal|damals|letztes jahr|letztes mal|regelmässig)
    ich (frage|mache) mich
    ich (mache|mach) mir (sorgen|gedanken)
    ich (will|muss|möchte|kann|darf|wollte) (ja )?(nur |noch |kurz |ehrlich |dazu |schon |einfach |auch |nicht )*(sagen|fragen|ergänzen|erwähnen|festhalten|betonen|anmerken|gestehen|zugeben)
    (kann|könnte|könnten|kannst|können|darf) (ich|du|sie|wir|man) (kurz |mal |das )*(fragen|sagen|hören|sehen|zeigen|verstehen|wiederholen|erklären|beschreiben|erzählen|ergänzen|reinkommen|anfangen|helfen)
    (können|kannst|könnten) (sie|du) … (zeigen|erklären|beschreiben|sagen|erzählen|hören|wiederholen|zusammenfassen|vorstellen)
    (nehmen|nimm) (sie )?(doch )?(bitte )?platz
    (legen|setzen) sie sich
    (kannst|können|könnt|könnten|könntest) (du|sie|ihr) … (sehen|hören|fühlen|spüren|riechen|verstehen|vorstellen|erinnern|bewegen|schlafen)$
    schauen sie (mal|hier|da|her)
    (sagen|hören|wissen|sehen|erzählen|zeigen|denken|entschuldigen) sie
    kommen sie (doch |bitte )?(rein|herein|mit|gut)
    sage ich (mal|ja|jetzt|immer|euch|ihnen)
    sag ich (mal|ja)
    ich (sage|sag) (mal|ja|jetzt|euch|ihnen|nur)
    (würde|hätte|wäre) (man|wir|es|ich) … (müssen|können|sollen)
    da müsste ich (schauen|nachsehen|nachschauen|passen)
    ich nehme (an|das|den|die|seit|jeden|den blutdruck|immer)
    ich (schaue|schau) (mir )?(das|es|das knie) (jetzt|mal|kurz) an
    (schaue|schau) ich mir … jetzt
    jetzt (schaue|mache|nehme|messe|höre) ich
    nicht (mehr )?(machen|nötig|übernehmen|schicken)
    ich möchte … nicht
    ich kann (nicht|mir|mich|nur|kaum|ja|gut|wieder|schon)
    spielt keine rolle
    (krank|arbeitsunfähig)
    ich (gehe|bin) (mal )?davon aus
  `,
};
