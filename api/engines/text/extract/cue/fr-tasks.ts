import type { TaskCue } from './cue.ts';

export const frenchTasks: TaskCue = {
  commits: `
    je (ne )?(vais|peux|vous |te )?(vais|peux)? ?(quand même |aussi |donc |encore |juste |alors |volontiers |tout de suite |essayer de |devoir |d'abord |bien )*(lui |leur |vous |te |le |la |les |l'|en |m'en |me |y |m')*{infinitive}
    (je|j') ?(vais|peux) … {infinitive}
    (je |j')({me})*{present} (le|la|les|l'|un|une|ça|cela|vous|lui|leur|tout|demain|ce|cette|mon|ma|mes|votre|vos|ton|ta|tes|leurs|son|sa|ses|des|du|au|aux|à|avec|d'ici|avant|pour|encore|aussi|donc|alors|{days}|dès|directement|chez|deux|trois|en|après|sur|dans|volontiers|par|moi-même|quatre|la semaine|tous|toutes|bien)
    (je |j')(le |la |les |l'|vous |t'|te |lui |leur |en |y |m'en |vous l'|vous le |vous la |te le |te la |te l'|le lui |la lui |vous les )+{present}
    je (le |la |les |lui |leur |vous |te |l'|en |y )+\\p{L}+rai
    je m'(en )?(occupe|charge|renseigne|organise|arrange)
    (je|j') ?\\p{L}+(erai|irai|rai)
    c'est moi qui (m'en |le |la |vais )?
    je me (charge|renseigne|mets|débrouille)
    je (l'|la |le |les )?(appelle|rappelle|contacte|relance|envoie|note|fais)
    je (le|la|les) fais
    laissez-moi (vérifier|regarder|voir avec|demander|contrôler)
    (il faut|faut) que (je|j') ?\\p{L}+
    je dois (encore )?(vérifier|demander|regarder avec|appeler|envoyer|contacter|voir avec|finir|préparer)
  `,
  mayCommit: `
    (je |j')(le |la |les |l'|vous |te |t'|lui |leur |en |y )*{first}
    je {present}
    j'{present}
    je (dois|peux|pourrais|veux|devrais) … {infinitive}
    on la (refait|fait)
    on (le|la|les|vous) {present}
    (on|nous) {present}
  `,
  asks: `
    ^(\\p{L}+ )?(n'oublie|n'oubliez) pas
    veuillez (bien |aussi )*\\p{L}+
    (tu|vous) (peux|pouvez|pourrais|pourriez|voudrais|voudriez|veux|voulez) (bien |aussi |encore |juste |peut-être |me |nous |lui |leur |le |la |les |l')*(?!(dire|expliquer|répéter|voir|entendre|imaginer|sentir|comprendre|avoir|être)(?!\\p{L}))\\p{L}{2,}(er|ir|re|oir)
    (tu|vous) (me |nous |lui |leur |le |la |les |l'|y |te |vous |t'|en |m'en |nous les |nous le |me le |me la |nous la )*(fais passer|{presents}) (le|la|les|l'|un|une|ça|cela|tout|demain|ce|cette|mon|ma|mes|votre|vos|ton|ta|tes|leur|son|sa|ses|des|du|au|à|avec|d'ici|avant|pour|encore|aussi|dès|deux|trois|en|par|l|une|passer|bien|nous|moi|jusqu'|trois|chez|{days}|s'il)
    (tu|vous) (t'en|vous en|t'|vous) (occupes|occupez|charges|chargez|renseignes|renseignez)
    (tu|vous) (peux|pouvez|pourrais|pourriez|devrais|devriez|dois|devez|vas|allez|veux|voulez) (bien |aussi |encore |juste |peut-être |donc |me |nous |lui |leur |le |la |les |l'|y |te |vous |t'|en |m'en |s'il te plaît |s'il vous plaît |nous le )*{infinitive}
    (peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|veux-tu|voulez-vous|peux tu|pouvez vous|est-ce que tu peux|est-ce que vous pouvez|est-ce que tu pourrais|est-ce que vous pourriez) (bien |aussi |encore |juste |me |nous |lui |leur |le |la |les |l'|y |te |vous |t'|en |m'|s'il vous plaît |s'il te plaît )*{infinitive}
    (j'aimerais|je voudrais|je veux|il faudrait|il faut|faut|je souhaite) (bien |aussi |absolument )?que (tu|vous|\\p{L}+) (me |nous |lui |leur |le |la |les |l')*\\p{L}+
    (merci|prière) de (me |nous |lui |leur |le |la |les |l'|bien vouloir )*{infinitive}
    (il vous faut|il te faut|il vous faudra|vous devrez|tu devras|vous pourrez) (le |la |les |l')*{infinitive}
    ^(alors |donc |bon |et |ok |très bien |\\p{L}+ |s'il te plaît |s'il vous plaît )*(envoyez|appelez|rappelez|prenez|vérifiez|préparez|demandez|apportez|évitez|buvez|arrêtez|mettez|revenez|téléphonez|faites|remplissez|notez|continuez|mesurez|gardez|commencez|transmettez|écrivez|contactez|organisez|prévenez|envoie|appelle|rappelle|prépare|vérifie|demande|apporte|écris|contacte|organise|mets|préviens)(-\\p{L}+)*
    (envoyez|appelez|rappelez|prenez|vérifiez|préparez|demandez|apportez|buvez|arrêtez|revenez|téléphonez|remplissez|transmettez|écrivez|contactez|prévenez|envoie|appelle|rappelle|prépare|vérifie|demande|apporte|fais|faites|donne|donnez|tenez|tiens|dis|dites)-(le|la|les|moi|nous|lui|leur|m'en)
    (je compte sur|je vous laisse|je te laisse|à vous de|à toi de|c'est à vous de|c'est à toi de) (vous |toi )?(pour )?({infinitive})?
    n'oublie(z)? pas (de|d')
    charge à (vous|toi)
    vous (ferez|prendrez|enverrez|appellerez|verrez avec|reviendrez|arrêtez|continuez|évitez)
    tu (feras|prendras|enverras|appelleras|verras avec|regardes)
  `,
  mayAsk: `
    (tu|vous) (peux|pouvez|pourrais|pourriez|devrais|devriez) … {infinitive}
    (tu|vous) {presents}
  `,
  assigns: `
    (s'occupe|se charge|s'en occupe|s'en charge|prend en charge|est responsable|est chargé|est chargée|se renseigne|va|doit|devra|pourrait|peut|va devoir|se chargera|s'occupera) (aussi |donc |encore |de |d'|nous |lui |leur |le |la |les |l'|y |en )*({infinitive}|du |de la |des |de l')?
    (enverra|préparera|fera|prendra|appellera|contactera|vérifiera|apportera|organisera|rédigera|mettra|viendra|passera|donnera|demandera|écrira)
  `,
  mayAssign: `
    (fait|envoie|prépare|organise|appelle|contacte|vérifie|rédige|écrit|commande|réserve|apporte|informe|transmet|relance|imprime|passe|vient|prend|demande|reprend|refait)
  `,
  musts: `
    (il faudrait|il faudra) (quelqu'un|un|une) \\p{L}+
    (il faudrait|il faut|faudrait|il faudra|il reste à|on doit|on devra|on devrait|il faut absolument|faut) (aussi |encore |vraiment |quand même |donc |absolument |juste |vite |peut-être |bien )*(que quelqu'un |qu'on |que l'on )?(me |nous |lui |leur |le |la |les |l'|en |y |vous )*({infinitive}|refasse|fasse|regarde|appelle|vérifie|envoie|demande|contacte|prenne|aille|mette|répare|prépare|commande|informe|s'en occupe|s'occupe|change|remplace|trouve|écrive|nettoie|prévienne)
    quelqu'un (doit|devrait|pourrait|devra|devrait bien|doit encore) (?!(savoir|avoir|être)(?!\\p{L}))
    (il faudrait|il faut|il faudra|faudrait) que quelqu'un 
    (doit|doivent|devrait|devraient|faudrait) être (fait|envoyé|vérifié|réparé|remplacé|commandé|contrôlé|mis|préparé|terminé|rempli|signé|changé|nettoyé|informé|rendu|refait|corrigé|adapté)(e|es|s)?
    est à (faire|refaire|vérifier|prévoir|compléter|remplacer|commander|réparer)
    qui (peut|pourrait|veut|voudrait) (s'en |se |le |la |s')*{infinitive}
  `,
  accepts: `
    (oui |ouais |ok |d'accord |volontiers |bien sûr |entendu |très bien |pas de problème |bon )*(je m'en (occupe|charge)|je (le|la|les) (fais|ferai)|c'est noté|noté|je fais ça|ce sera fait|je note|comptez sur moi|compte sur moi|sans problème|je vais le faire|j'y vais|ça marche|je veux bien|je peux|je peux faire ça)
  `,
  please: `
    s'il (te|vous) plaît
    veuillez
    (merci|prière) de
    (je te|je vous) prie
  `,
  whoAsks: `
    ^(et |alors |bon |donc )*qui (est-ce qui |se |s'|s'en |le |la |les |lui )*(?!(a|est|était|sait|avait|dit|pense|veut|connaît|sont|voit|croit|va)(?!\\p{L}))
  `,
  selfAnswers: `
    ^(bon |ben |oui |alors |ok )*(moi|c'est moi|je m'en|je le|je la|je les|je veux bien|je peux|je prends)
  `,
  anyone: `
    (quelqu'un|l'un de vous|l'une de vous|quelqu'un d'autre) (peut|pourrait|veut|voudrait|pourra) (bien |aussi )*(?!(me dire|dire|m'expliquer|expliquer|répéter|me rappeler)(?!\\p{L}))
  `,
  notTask: `
    (j'ai|j'avais|tu as|vous avez|il a|elle a|on a|nous avons) (déjà |aussi |bien |pas |encore |jamais |tout )*(\\p{L}+é|fait|vu|pris|mis|dit|écrit|reçu|eu|lu)
    ^(si|quand|lorsque|comme) (je|j'|tu|vous|on)
    (d'habitude|toujours|souvent|normalement|jamais|chaque fois|tous les jours|l'année dernière|avant je|parfois|à l'époque)
    (je|j') ?(pense|crois|trouve|sais|espère|suppose|imagine|comprends|dirais|vois|suis|veux dire|vais dire|vais être|peux dire|peux comprendre|préfère|serai|aurai|avoue|dirai|verrai)
    je (me|m') ?(demande|souviens|sens|dis)
    (vous|tu) (pouvez|peux|pourriez) (me |nous |m'|répéter|dire|expliquer|décrire|montrer|entendre|voir|entrer|vous asseoir|vous déshabiller|partir|rentrer|continuer|choisir|encore)
    (asseyez|installez|entrez|allongez|déshabillez|respirez|ouvrez|toussez|excusez|dites|imaginez|écoutez|voyez|savez|tenez)-?
    (prenez|prends) (place|votre temps)
    (vous|tu) (faites|fais) (quoi|du|de la|partie|bien|comme)
    (vous|tu) (prenez|prends|avez|as|êtes|mettez) (quoi|des|du|encore|déjà|combien)
    ça (va|veut)
    je (ne|n') 
    pas (la peine|besoin|urgent d)
    je rappelle que
    je (te|vous) fais le tour
    je prends (des notes|note)
    ne vous inquiétez pas
    (vous|tu|on) (voyez|vois|voit|entends|entendez|sens|sentez) (la|le|les|un|une|quelque)
    je vous (laisse|remercie|salue|écoute|souhaite|propose|rappelle que|explique|dis)
    je vais (voir|dire|être|finir par|bien|mieux|mal|commencer par)
    on (va|peut) (voir|commencer|passer|dire)
    (on|nous) (demande|passe au|prend (un|le|du) café|met combien|donne)
    je (passe|laisse|donne) la parole
  `,
};
