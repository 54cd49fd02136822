import type { DecisionCue } from './cue.ts';

export const frenchDecisions: DecisionCue = {
  resolves: `
    (on|nous) (ne )?(le |la |les |l'|lui |leur |y |en |vous |se |s')*(?!({idle}|{modal})(?!\\p{L}))\\p{L}+
    (ce sera|ça sera)
  `,
  ordains: `
    (est|sont|sera|seront) … \\p{L}+(é|ée|és|ées|ie|ies|ue|ues|mis|mise|pris|prise)
    (?!(sera|seront|aura|verra|faudra|pourra|devra|ira)(?!\\p{L}))\\p{L}{3,}(ra|ront)
    (reste|restent|passe|passent|commence|commencent|paie|paient|reçoit|reçoivent|garde|gardent|signe|rentre|sort|part|prend|prennent|revient|ferme|ouvre|monte|baisse|change|augmente|diminue|tombe|saute|continue)
  `,
  binds: `
    (dès|à partir de|à partir du|à compter de|à compter du|jusqu'à|jusqu'au|jusqu'en) 
    (désormais|dorénavant|définitivement|provisoirement|seulement|uniquement|cette année|cette fois|pour l'instant|jusqu'à nouvel ordre|encore (un an|une année|un mois)|une fois pour toutes|point final|tant pis|chacun|chaque|plus de|au maximum|maximum)
    ne … (plus|que) 
  `,
  agrees: `
    ^(oui |ah |ok |bon |ben |ouais )*(d'accord|parfait|très bien|bien|bonne idée|ok|okay|entendu|ça marche|ça me va|ça me convient|ça joue|volontiers|moi aussi|je suis pour|pour moi (ça va|c'est bon|oui|ça joue)|c'est bon|bien sûr|excellent|adjugé|je suis d'accord|tout à fait d'accord|va pour)
  `,
  refuses: `
    ^(non|pas|mais|attends|attendez|jamais|surtout pas|je suis contre|ah non|pourquoi)
  `,
  consent: `
    (tout le monde|vous|on|tous|toutes|êtes-vous|tu) (est |êtes |sont |es )?(tous |toutes )?d'accord
    (des|une|pas d'|aucune) ?(objections|objection|opposition|oppositions|avis contraire)
    (qui|quelqu'un) (est )?(pour|contre|s'oppose)
    (ça|cela) (vous|te|convient) (va|convient|à)
    d'accord$
  `,
};
