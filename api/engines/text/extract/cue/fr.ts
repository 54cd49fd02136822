import type { Cue } from './cue.ts';
import { frenchDecisions } from './fr-decisions.ts';
import { frenchTasks } from './fr-tasks.ts';

const infinitive =
  "faire|envoyer|renvoyer|préparer|organiser|appeler|rappeler|téléphoner|contacter|vérifier|contrôler|demander|redemander|écrire|rédiger|commander|réserver|mettre|prendre|apporter|amener|chercher|trouver|voir|regarder|informer|avertir|prévenir|transmettre|corriger|compléter|finir|terminer|relancer|confirmer|imprimer|distribuer|coordonner|planifier|fixer|convoquer|inviter|acheter|payer|signer|remplir|déposer|remettre|poser|donner|laisser|parler|discuter|calculer|chiffrer|comparer|tester|réparer|remplacer|changer|nettoyer|installer|noter|inscrire|annoncer|répondre|relire|traduire|mesurer|compter|recontacter|clarifier|éclaircir|régler|s'occuper|m'occuper|t'occuper|vous occuper|occuper|se renseigner|me renseigner|renseigner|passer|aller|venir|tenir|lancer|publier|partager|documenter|soumettre|établir|présenter|proposer|réunir|recueillir|collecter|rassembler|ranger|dire|bloquer|valider|adapter|afficher|ajouter|arrêter|créer|enlever|éviter|boire|mettre à jour|reprendre|refaire|revenir|suivre|livrer|expliquer|négocier|ouvrir|fermer|scanner|surveiller|débloquer|modifier|reporter|négocier|essayer|récupérer|étudier|évaluer|analyser|intégrer|afficher|mandater|obtenir|solliciter";
/** First person singular, present. */
const present =
  'fais|envoie|renvoie|prépare|organise|appelle|rappelle|téléphone|contacte|vérifie|contrôle|demande|redemande|écris|rédige|commande|réserve|apporte|amène|cherche|informe|avertis|préviens|transmets|corrige|complète|finis|termine|relance|confirme|imprime|distribue|coordonne|planifie|fixe|convoque|invite|achète|signe|remplis|dépose|remets|pose|calcule|chiffre|compare|teste|répare|remplace|nettoie|installe|inscris|annonce|réponds|relis|traduis|recontacte|clarifie|règle|renseigne|lance|publie|partage|soumets|établis|rassemble|range|bloque|valide|adapte|affiche|ajoute|refais|reprends|scanne|récupère|mandate|passe|négocie|mets|prends|donne|regarde|note|laisse';
/** Forms of the second and third person that differ from the first. */
const presents =
  "fais|fait|faites|envoies|envoyez|renvoies|prépares|préparez|organises|organisez|appelles|appelez|rappelles|rappelez|téléphones|téléphonez|contactes|contactez|vérifies|vérifiez|contrôles|contrôlez|demandes|demandez|écris|écrivez|rédiges|rédigez|commandes|commandez|réserves|réservez|apportes|apportez|informes|informez|avertis|avertissez|préviens|prévenez|transmets|transmettez|corriges|corrigez|complètes|complétez|finis|finissez|relances|relancez|confirmes|confirmez|imprimes|imprimez|distribues|distribuez|fixes|fixez|convoques|convoquez|invites|invitez|signes|signez|remplis|remplissez|déposes|déposez|remets|remettez|poses|posez|testes|testez|répares|réparez|remplaces|remplacez|réponds|répondez|relis|relisez|recontactes|recontactez|règles|réglez|lances|lancez|publies|publiez|partages|partagez|reprends|reprenez|refais|refaites|mets|mettez|prends|prenez|donnes|donnez|regardes|regardez|notes|notez|laisses|laissez|passes|passez|confirmes|t'occupes|vous occupez|te renseignes|vous renseignez|t'en occupes|vous en occupez|revenez|venez|évitez|buvez|arrêtez|continuez|surveillez|mesurez|commencez|gardez|apporte|envoie|appelle|vérifie|prépare|demande";

/** Cues of spoken French, including Swiss usage. */
export const french: Cue = {
  fragments: {
    first:
      '(?!(pense|crois|trouve|sais|espère|suppose|imagine|comprends|dirais|vois|suis|ai|habite|travaille|connais|aime|préfère|doute|reste|rentre|dors|mange|sens|peux|veux|dois|vais|voudrais|pourrais|devrais|aimerais|propose|viens|pars|avoue|mets|rappelle que|entends|cherche)(?!\\p{L}))\\p{L}{2,}(e|s|ds|ts)',
    idle: "a|as|ai|avait|avons|avions|est|était|sommes|étions|sait|savons|pense|pensons|croit|croyons|espère|espérons|voit|voyons|entend|parle|parlons|habite|habitons|attend|attendons|dit|disons|cherche|cherchons|comprend|comprenons|connaît|connaissons|essaie|discute|trouve|trouvons|perd|passe|arrive|verra|verrons|reparle|reparlera|commence|n'a|n'est|n'y|aime|sent|travaille|regarde|suppose|ne|y|en|aura|sera",
    modal:
      'peut|pouvons|pourrait|pourrions|doit|devons|devrait|devrions|veut|voulons|voudrait|voudrions|va|allons|aimerait|aimerions|faudrait|pouvait|devait|voulait|allait|ferait|serait|aurait',
    infinitive,
    present,
    presents,
    months: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    days: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    number:
      '#+|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt|vingt-et-un|vingt-deux|vingt-trois|vingt-quatre|vingt-cinq|vingt-six|vingt-sept|vingt-huit|vingt-neuf|trente|trente-et-un|quarante|cinquante|soixante|septante|huitante|nonante|quelques',
    day: '#{1,2}|premier|1er|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt|vingt et un|vingt-et-un|vingt-deux|vingt-trois|vingt-quatre|vingt-cinq|vingt-six|vingt-sept|vingt-huit|vingt-neuf|trente|trente et un|trente-et-un',
    part: 'matin|après-midi|soir|midi|nuit',
    me: "le |la |les |l'|lui |leur |vous |te |t'|en |y |vous le |vous la |te le |te la |vous les |m'en |m'|me |te les |lui en ",
    adverb:
      'aussi|encore|tout de suite|alors|donc|volontiers|juste|quand même|directement|bien|vite|rapidement',
  },
  articles:
    'le la les l un une des du de d au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces aucun aucune chaque',
  abbreviations: 'm mme mmes mlle mm dr dre pr st ste etc env no art p.ex cf av bd tél me',
  cutsBefore: 'et|mais|donc|parce|alors|puis|ou|car|ensuite|sinon',
  dates: `
    (le |au |du |dès le |d'ici le |d'ici au |jusqu'au |avant le |à partir du |depuis le |pour le |ce )?({days} )?(le )?{day} {months}( ####)?
    (le |au |du |dès |d'ici |d'ici à |d'ici au |jusqu'à |jusqu'au |avant |avant le |à partir de |à partir du |depuis |pour |ce |chaque |tous les |de |vers |dès le )*{days}s?( prochain| passé| dernier| suivant| en huit| en quinze)?( {part})?( le {day})?
    (le|au|du|d'ici au|d'ici le|jusqu'au|avant le|dès le|à partir du) (#{1,2}|premier)
    (le|au|du|d'ici au|d'ici le|jusqu'au|avant le|dès le|à partir du) (douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt|vingt-deux|vingt-trois|vingt-quatre|vingt-cinq|vingt-six|vingt-sept|vingt-huit|vingt-neuf|trente)
    (#{1,2}[./]#{1,2}([./]#{2,4})?)
    (en |début |fin |mi-|mi |courant |d'ici |d'ici à |d'ici fin |jusqu'en |jusqu'à |avant |depuis |dès |de |à la fin |pour |au mois de |au mois d'|à fin |à partir de |depuis le mois de |le mois de |à la mi-)*(janvier|février|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)( ####| prochain| dernier| passé)?
    (en |début |fin |mi-|mi |courant |d'ici |d'ici à |d'ici fin |jusqu'en |avant |depuis |dès |au mois de |à fin |fin )+mars( ####| prochain| dernier)?
    mars ####
    (à la |d'ici la |d'ici |avant la |jusqu'à la |en |vers la )?(fin|début|milieu) (de |du |d'|de la |de l')?(semaine|mois|année|trimestre|semestre|an|été|hiver|automne|printemps|journée)( prochaine| prochain)?
    (d'ici |d'ici à |d'ici la |avant |avant la |avant le |dès |à partir de |pour |jusqu'à |de |dans |depuis |le |la |l')*(semaine|mois|année|an|trimestre|semestre|été|hiver|automne|printemps|week-end|rentrée) (prochaine|prochain|passée|passé|dernière|dernier|suivante|suivant)
    (d'ici |avant |avant la |dès |pour |de |depuis )?(cette|ce|cet) (semaine|mois-ci|mois|année|été|hiver|automne|printemps|après-midi|matin|soir|nuit|week-end|trimestre)( encore)?
    (l'an|l'année) (dernier|passé|dernière|passée|prochain|prochaine)
    (d'ici |d'ici à |dès |avant |pour |jusqu'à |depuis |à partir de )?(demain|hier|après-demain|avant-hier)( {part})?
    (dans|d'ici|il y a|sous|depuis|voilà) (une |environ |moins d'|à peu près )?({number})( ou {number}| à {number})? (jour|jours|semaine|semaines|mois|an|ans|heure|heures|minutes|quinzaine)
    dans (une |la )?(demi-heure|quinzaine|huitaine)
    (en|depuis|de|dès|jusqu'en|avant|fin|année|datant de|été) (19|20)##
    (à|avant|après|d'ici|dès|pour|jusqu'à|autour de) (noël|pâques|nouvel an|l'ascension|pentecôte|la rentrée|la toussaint)
    (avant|après|pendant|dès|d'ici) (les|aux) vacances( d'été| d'automne| de noël| de pâques| scolaires)?
    (à |vers |dès |avant |après |jusqu'à |d'ici |de |entre |pour |les )*({number}|#{1,2}) ?(h|heures|heure)( ##| et demie| et quart| moins le quart| moins {number}| trente| quinze| quarante-cinq| pile| du matin| de l'après-midi| du soir| dix| vingt| cinq)?
    (à |vers |dès |avant |après |jusqu'à |de )?#{1,2} ?h ?##
    #{1,2}:##
    (à|vers|avant|après|d'ici|dès|jusqu'à) (midi|minuit)( et demi| et quart)?
    (le|en) (matin|soir|fin de journée|fin d'après-midi|début de soirée|début d'après-midi)
    (premier|deuxième|troisième|quatrième|1er|dernier) (trimestre|semestre)
    (au|cet|en|l') ?(été|printemps|automne|hiver)
    en (été|automne|hiver)
    (tous les|chaque) (matins|soirs|jours|matin|soir|jour)
    (après|avant) (la|le) (séance|réunion|visite|pause|rapport|repas)
  `,
  notDates: `
    (bon|bonne) (matin|soirée|journée|week-end|après-midi)
    (#+|{number}) heures (de|par|supplémentaires|sur|d')
    (pendant|durant|sur|fait|faire|dure|duré|faut|dormi|perdu|mis|compter) (environ |à peu près )?({number}) (heure|heures)( et demie)?
    en (un|deux|trois) mot*
    tout à l'heure
    à la fois
  `,
  dateLinks: "à|vers|le|au|dès|de|du|dans|d'ici|avant|après|jusqu'à|et|ou|entre",
  past: `
    (dernier|dernière|passé|passée|hier|avant-hier|depuis|chaque)
    il y a
    tous les
  `,
  due: `
    (d'ici|avant|pour|jusqu'à|dès) (la |le |les |l'|notre |cette |votre )?(prochaine |fin |fin de |long |début de )*(séance|réunion|rencontre|visite|rendez-vous|fin|vacances|assemblée|contrôle|audit|rentrée|weekend|week-end|consultation|comité|départ|\\p{L}+)
    (à|lors de) la prochaine \\p{L}+
    (tout de suite|immédiatement|aussitôt|dès que possible|au plus vite|le plus vite possible|aujourd'hui|encore aujourd'hui|aujourd'hui encore|sans tarder|rapidement|d'ici là)
    tout de suite après (le|la) \\p{L}+
  `,
  decided: `
    (dorénavant|désormais)
    (donné|donne|obtenu) … feu vert
    (s'est|se sont|nous sommes|on est) (tous )?(mis|entendus?|mises) d'accord
    (est|sont|sera|seront) (donc |alors |ainsi |bien )*(supprimé|annulé|reporté|maintenu|abandonné|avancé|déplacé|interdit|reconduit)(e|s|es)?
    ^(\\p{L}+ )?(alors|donc) ce sera
    ^(bon|alors|donc|très bien|d'accord|parfait|entendu|eh bien)( alors| donc| bon)* (on|nous) (?!({idle}|{modal})(?!\\p{L}))\\p{L}+(ons|ra|rons)
    (on|nous) (a|avons|a donc|avons donc|a bien) (décidé|convenu|tranché|retenu|adopté|approuvé|validé|accepté|choisi|opté|voté)
    (c'est|est|sont|c'est donc|voilà|ainsi) (donc |alors |ainsi |bien |maintenant )*(décidé|adopté|accepté|validé|convenu|entendu|approuvé|réglé|voté|refusé|rejeté|élu|acquis|tranché)(e|es|s)?
    (la |le |les |cette |notre )\\p{L}+ (est|sont|sera|seront) (donc |ainsi |alors )?(décidé|adopté|accepté|validé|approuvé|voté|refusé|rejeté|élu|maintenu|supprimé|reporté|annulé|déplacé|avancé|retenu)(e|es|s)?
    ^(donc |alors |bon |bien |voilà )*(décidé|adopté|accepté|approuvé|convenu|validé|vendu)
    à l'unanimité
    on (l'|les |la |le )(augmente|garde|prend|enlève|supprime|achète|vend|laisse|baisse|invite|reporte|change)
    (chacun|chaque \\p{L}+|celui|celle|tout le monde) … (doit|ne|signe|paie|prend|apporte|fait)$
    {number} (voix )?(pour|contre) {number}
    (accepté|adopté|refusé|élu|rejeté)(e|s|es)? (par|avec|à|comme)
    ^(bon |ok |okay |d'accord |alors |donc |très bien |oui |non |parfait |voilà |eh bien )+(il|elle|ils|elles) (rentre|reste|sort|part|garde|prend|va|continue|passe|dort|commence|arrête|revient|restent|gardent|partent|font|vont|prennent|rentrent|sortent|reprend|attend)
    ^(bon |ok |okay |d'accord |alors |donc |très bien |parfait |voilà |eh bien |entendu |et bien |adjugé )+on (ne )?(?!(verra|va voir|voit|voyait|en reparle|peut|pourrait|doit|devrait|est|était|a|avait|sait|passe|attend|parle|continue|commence|dit|disait|fixe rien|entend|comprend|verrait|arrive|regarde|en est|pense|croit|y va)(?!\\p{L}))\\p{L}+
    (elles|ils|elle|il) (restent|reste) (ensemble|ici|là|en|à|au|chez|dans|comme)
    unanimité
    (avec|par) {number} (voix|abstention|abstentions|oui)
    (sans|aucune) opposition
    (nous|on) (décide|décidons|adopte|adoptons|approuve|approuvons|retient|retenons|valide|validons|choisit|choisissons|renonce|renonçons|maintient|maintenons|opte|optons|accepte|acceptons|tranche) 
    ^(bon |alors |donc |ok |okay |d'accord |très bien |parfait |voilà |bien |ben |oui |c'est bon |et |allez |entendu )+(on|nous) (\\p{L}+ )?(fait|ferme|garde|part|prend|reste|repousse|reporte|maintient|supprime|commence|lance|commande|met|laisse|arrête|change|passe|donne|remet|met|déplace|avance|loue|achète|signe|installe|ouvre|double|réduit|augmente|limite|remplace|engage|paie|va|refuse|abandonne|annule|attribue|autorise|interdit|demande|fixe|prolonge|propose|partira|prendra|gardera|fera|mettra|commencera|restera|ira|lui)
    on (ferme|garde|part sur|part avec|part pour|reste sur|reste à|reste avec|repousse|reporte|maintient|supprime|lance|commande|arrête|déplace|avance|annule|attribue|renonce|abandonne|prolonge|augmente|réduit|remplace|choisit|engage|refuse|fixe|double|prend l|prend la|prend le|lui remet|remet|laisse tomber|ne|met en place|introduit|opte|retire|limite|prend|enlève|signe|ajoute|coupe|réserve|paie|vend|invite|impose|loue|achète|interdit|bascule|continue avec|donne la priorité|se met d'accord|arrête) (la |le |les |l'|un |une |donc |tout |ça |à |sur |pas |d'abord |ce |cette |provisoirement |au |aux |avec |en |deux |trois |seulement |on|laisse)
    on ne (la |le |les |l')?(laisse|fait|prend|change|touche|signe|commande|paie|garde) (plus|pas|rien)
    on (fait|va faire|fera) (comme ça|ça|ainsi|comme cela)
    va pour
    marché conclu
    la décision (est|a été)
    (à partir|dès) (de |du |d')?(lundi|demain|maintenant|la semaine prochaine|mardi|mercredi|jeudi|vendredi|janvier|février|mars|avril|mai|juin|août|septembre|octobre|novembre|décembre|la rentrée)
    (je|j') ?(vous |te |lui )?(prescris|prescrit|arrête|mets en arrêt|mets sous|fais un arrêt|fais une ordonnance|augmente|diminue|réduis)
    (j')ai décidé
    (on|nous) (vous |te )?(met|mettons) (sous|en arrêt)
    (surtout )?pas de \\p{L}+ (ce soir|cette nuit|aujourd'hui|pour elle|pour lui)
    on est (tous |donc )*d'accord (pour|que|sur)
    (donc|alors) c'est (oui|non)
    on (la|le|les|lui|y) (met|garde|prend|fait|remet|donne|laisse|reporte|déplace|valide|change|va|arrête|commande|installe) 
    on part (donc |alors )?(sur|avec|pour|là-dessus)
  `,
  settled: `
    on fait (comme )?(ça|cela|ainsi)
    on (va )?faire comme ça
    (c'est|voilà|alors|donc|bon) (donc |alors )?(décidé|entendu|adopté|convenu|réglé|vendu|accepté|d'accord)
    (tout le monde|on) (est|semble) (tous )?d'accord
    (alors |bon )?d'accord (alors |on |pour )
    (personne|pas) (d'opposition|contre|n'est contre)
    (pas|aucune) objection
    ça marche
    ça joue
    va pour (ça|cela)
    parfait (alors|donc)
    on part (là-dessus|comme ça)
    adopté
    c'est clair
  `,
  concludes: `
    ^(bon|ok|okay|d'accord|bien|très bien|entendu|parfait|oui|eh bien|voilà|ben)( bon| ok| d'accord| très bien| bien)* (alors|donc)
    ^(dans ce cas|du coup)
  `,
  pointsBack: `
    ça
    cela
    ceci
    c'est
    là-dessus
    comme ça
    le
    ainsi
  `,
  proposed: `
    je (propose|suggère|recommande|proposerais|verrais)
    (on|nous) (pourrait|pourrions|devrait|devrions)
    ma proposition
    et si (on|nous)
    pourquoi pas
    je serais (pour|d'avis)
    il faudrait
    la proposition
    on peut
    est-ce qu'on
  `,
  undecided: `
    on (peut|pouvait|pourra) (\\p{L}+ )?\\p{L}+(er|ir|re)
    si (on|nous) 
    pour l'instant
    (toujours|d'habitude|souvent|normalement|tous les jours|chaque jour|chaque fois|depuis|parfois)
    (pas|rien) (encore )?(décidé|tranché|voté|fixé|validé|décider|trancher|voter)
    (n'a|n'avons|n'est|n'ai|n'ont) (pas|rien|encore) … (décidé|tranché|voté)
    (pas de|aucune) décision
    (on|nous) (décidera|décidons|décide|tranchera|votera|verra|verrons|en reparle|en reparlera|reporte la décision|y reviendra) (plus tard|la|à|en|quand|après|ça|bien|lors|prochain*)?
    (on|je|nous|il) (pourrait|pourrions|devrait|devrions|aimerait|aimerions|voudrait|ferait|ferais|pourrais|devrais)
    ^(si|quand|est-ce|pourquoi|comment|avant|lorsque)
    s'il
    il faut (qu'on |encore )*(décide|décider|trancher|voter)
    à (décider|trancher)
    (l'année dernière|l'an dernier|l'an passé|à l'époque|la dernière fois|dans le temps)
    peut-être
    on (passe|va) (au|à la|aux) (point|suite|suivant|prochain|objet)
    on (fait|prend) (une pause|le point|un tour|un café)
    on (reste|est) là
    on (commence|continue)$
    on (commence|continue) (par|tout|tranquillement)
    on ne (sait|peut|voit|va pas|comprend|veut|trouve)
    on (met|laisse) … (en suspens|de côté)
    on n'a pas
    je ne suis pas d'accord
    pas d'accord
    on a déjà
  `,
  ...frenchTasks,
  ...frenchDecisions,
  asking: `
    ^(et |mais |alors |bon |donc |euh |oui )*(est-ce|qui|quand|où|comment|pourquoi|combien|quel|quelle|quels|quelles|qu'est-ce|que|avez-vous|as-tu|y a-t-il|peut-on|on a|c'est quoi|à quelle|à quel|de quel) (que|qu'|on|il|elle|vous|tu|ça|c'est|est|sont|de|fait|va|peut|doit|le|la|les|qui|prend|paie|s'occupe)
  `,
  rhetorical: `
    (n'est-ce pas|non|hein|d'accord|ok|okay|vous voyez|tu vois|c'est bon|ça va|ça marche|oui|on y va|vraiment|ah bon|pardon|voilà)$
    (vous|tu|on|tout le monde) (m'|nous |me |se |s')?(entend|entendez|entends|voyez|vois)
    comment (allez-vous|vas-tu|ça va|allez vous)
    (d'autres|des|encore des|une|autre|autres) (questions|question|remarques|remarque|divers|chose)
    tout le monde est (là|d'accord|prêt)
    on (commence|y va|continue|passe)
    autre chose
    qu'est-ce qui vous amène
    je peux (dire|ajouter|poser)
  `,
  unknown: `
    (j'en|je n'en|on n'en) (ai|sais|a) (aucune|rien|pas)
    (pas|ni) (moi|d'avis|d'idée)
    (faut|faudrait|faudra) que je (\\p{L}+ )?\\p{L}+
    (me|nous) posez une colle
    (n'a|n'ont|n'ai|n'avons|ne nous a|ne m'a|a) (pas |rien |toujours pas |encore rien )(encore )?(répondu|dit|confirmé|reçu|trouvé|donné|décidé|vu)
    (je|on) (lui |leur |me )?(demanderai|renseigne|renseignerai|vérifierai|demandera|vérifie|regarderai)
    pas … (clair|précis|précisé)
    mystère
    (je|on|j'en|nous) (ne |n'en |n')?(sais|sait|savons) (pas|rien|plus|vraiment pas|toujours pas|encore pas)
    sais pas
    aucune idée
    (bonne|c'est une bonne) question
    (il )?(faut|faudrait|faudra) (que je |qu'on |encore )*(voir|vérifie|demande|regarde|vérifier|demander|regarder|voie)
    (je|on) (dois|doit|devrait|vais|va|devra) (encore )?(vérifier|demander|regarder|voir|me renseigner|se renseigner|contrôler)
    (c'est|reste|ce n'est) (encore |pas |toujours )*(ouvert|clair|flou|à voir|incertain)
    pas (encore )?(clair|connu|réglé|sûr|sûre)
    personne (ne )?(sait|le sait)
    difficile à dire
    ça dépend
    on verra
    je (ne )?peux pas (vous |te )?(dire|répondre)
    (je|on) (lui )?demanderai
    à voir
  `,
  stillOpen: `
    (veut|voulait|voudrait|aimerait) (bien )?savoir (si|s'|qui|quand|comment|où|combien|pourquoi|ce)*
    (je|on) (ne )?sai(s|t) pas s'\\p{L}+
    (la |une )?question (est|reste|c'est)( encore| toujours)? (ouverte|de savoir|si|qui|comment|quand)
    (reste|c'est) (encore |toujours )?(ouvert|à clarifier|à savoir|à voir|en suspens)
    (on|je|nous) (ne )?(sait|sais|savons) (toujours |encore )?pas (encore |toujours )?(si|qui|quand|comment|où|combien|pourquoi|ce)
    je me demande (si|qui|quand|comment|où|combien|pourquoi|ce)
  `,
  figures: `
    #[#'.,\\s]* ?(francs|chf|euros|eur|€|centimes|millions|milliards|mille|cent|pour cent|pourcent|kilos|kg|grammes|milligrammes|mg|millilitres|ml|litres|mètres|kilomètres|km|centimètres|cm|mètres carrés|heures|minutes|jours|semaines|mois|ans|personnes|enfants|élèves|places|lits|degrés|fois|voix|familles|patients|cas)
    #[#'.,]* ?[%€]
    (chf|fr.) ?#[#'.]*
    [\\p{L}-]*(cent|cents|mille|vingt|trente|quarante|cinquante|soixante|septante|huitante|quatre-vingt|quatre-vingts|nonante|dix|onze|douze|treize|quatorze|quinze|seize|deux|trois|quatre|cinq|six|sept|huit|neuf|demi|[\\p{L}]+aine|millions)[\\p{L}-]* (francs|euros|centimes|millions|mille|pour cent|pourcent|kilos|grammes|milligrammes|millilitres|litres|litre|mètres|kilomètres|centimètres|heures|minutes|jours|semaines|mois|ans|personnes|enfants|élèves|places|lits|degrés|fois|voix|familles|patients|cas)
    (deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vingt|trente|quarante|cinquante|soixante|cent|cents) (mille|cents|cent|millions)
    #{1,3}['.]###
    #{1,3} (sur|à|ou) #{1,3}
    #{2,}([,.]#+)?
    (la moitié|un tiers|deux tiers|un quart|trois quarts|le double)
    un litre
  `,
  housekeeping: `
    (bonjour|bonsoir|salut|bienvenue|au revoir|à bientôt|bonne journée|bonne soirée|bon week-end|à demain|bon appétit)
    (vous|tu|on) (m'|nous |s')(entend|entendez|entends)
    (micro|caméra|écran|muet)
    (café|croissant*|gâteau|météo|neige|pluie|parking|fenêtre|trafic|bouchons|blague)
    merci
    (pardon|excuse*|désolé*)
    (asseyez-vous|installez-vous|entrez)
    bon courage
    haha
    c'est gentil
  `,
  important: `
    important*
    (le |gros |vrai |un |principal )?(problème|souci|risque|danger|enjeu) 
    (en résumé|pour résumer|bref|en gros|au final|résultat)
    (parce que|c'est pour ça|c'est pourquoi|du coup|donc)
    urgent*
    (délai|retard|budget|coût*|coûte|contrat|devis|crédit|offre|subvention)
    (douleur*|fièvre|tension|saturation|diagnostic|infection|confus*|chute|allergie*|opéré*|pneumonie)
    prochain(e)? (séance|réunion|rendez-vous|rencontre|contrôle)
    (on se (revoit|retrouve|voit))
    (rapport|sondage|enquête|résultats|analyse|inspecteur|commune|canton)
    (plus|ne) … (pas|plus|rien|assez)
    (je propose|ma proposition)
    surtout
    par contre
  `,
  personal: `
    (je pense|je crois|je trouve|à mon avis|j'ai l'impression|il me semble|j'imagine|j'espère|je suppose)
    (ma femme|mon mari|ma mère|mon père|ma fille|mon fils|mes enfants|mon beau-frère|ma soeur|ma sœur|mon chien)
    honnêtement
    franchement
    tu sais
    vous savez
    genre
  `,
  opens: `
    (on|nous) (passe|passons|en vient|en venons|arrive|arrivons) (au|à la|à l'|aux|maintenant|à)
    (point|objet|sujet) (suivant|#|un|deux|trois|quatre|cinq)
    (premier|deuxième|troisième|quatrième|dernier|prochain) (point|objet|sujet|thème)
    premièrement
    deuxièmement
    troisièmement
    chambre (#+|{number})
    (ensuite|maintenant|sinon|bon|alors|deuxièmement) (le|la|les|l'|il y a|pour)
    autre (sujet|point|chose)
    (les )?divers
    parlons (de|du|des|maintenant)
    en ce qui concerne
    et (le|la|les|pour)
    qu'est-ce qui vous amène
  `,
  honorifics: 'madame|monsieur|mme|m|docteur|docteure|dr|dre|professeur|maître|mademoiselle',
  notNames:
    "le la les l un une des et mais donc alors bon ben oui non ok je tu il elle on nous vous ils elles ce cet cette ces c'est ça qui que quoi quand où comment pourquoi si pour par avec dans de du d' en à au aux sur sous merci voilà bref sinon ensuite puis après avant mon ma mes ton ta tes son sa ses notre votre leur madame monsieur docteur chambre personne quelqu'un tout tous il faudrait est-ce peut-être d'accord très bien parfait peu",
};
