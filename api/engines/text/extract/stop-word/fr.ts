/** Stop words, including spoken fillers. Elided articles are removed from a word before it is looked up. */
export const stopWords = `
a ah ai aie ailleurs ainsi air allait aller allez allons alors après as assez au aucun aucune aujourd'hui auquel aura aurait auraient aurais auras aurez aurons auront aussi autant autre autres
autour aux auxquelles auxquels avaient avais avait avant avec avez aviez avions avoir avons ayant ayez ayons bah bas beaucoup ben bien bon bonjour bonne bonnes bons
bref c ça car ce ceci cela celle celles celui certain certaine certaines certains ces cet cette ceux chaque chez chose choses ci combien comme comment compris contre
d dans de dedans dehors déjà demande demain depuis dernier dernière derrière des dès désormais dessous dessus deux devant devez devons devrait devrais devraient dire dis disait disons dit dites doit doivent donc
donner dont du durant elle elles en encore enfin ensuite entre envers environ es est et étaient étais était étant état été êtes être eu euh eux évidemment exactement faire fais
faisait faisons fait faites fallait faudra faudrait faut fois font franchement genre grand grande grands gros guère hein heu hier hm hop hors hui hum ici idée il ils j je
jamais jour jours juste jusqu jusque l la là laquelle le lequel les lesquelles lesquels leur leurs lors lorsqu lorsque lui m ma madame maintenant mais mal malgré me
meilleur même mêmes merci mes met mettre mieux mis moi moins mois moment mon monsieur mot n ne ni non nos notamment notre nôtre nous nouveau nouvelle nul okay ok on ont
ou où ouais oui par parce parfait parfois parle parler parmi part pas passé pendant pense penser petit petite peu peut peuvent peux plupart plus plusieurs plutôt point points
pour pourquoi pourra pourrait pourraient pouvait pouvez pouvoir pouvons premier première prendre près presque pris puis puisqu puisque qu quand quant que quel quelle quelles quelqu quelque quelques
question questions quels qui quoi quoique rien s sa sais sait sans se sera serai seraient serait seras serez serions serons seront ses seul seule si sinon soi soient sois soit soir sommes son sont sous souvent soyez soyons
suis super sur surtout t ta tant te tel telle telles tels temps tes tiens toi ton toujours tous tout toute toutes travers très trois trop trouve truc tu un une va vais
vas vers veut veulent veux viens vient voici voilà voir vois voit voient vos votre vôtre vous vrai vraiment vu y zéro effectivement bonsoir mesdames messieurs quatre cinq six sept huit neuf dix an ans année
prochain prochaine merci accord salut sûr sûre effet simplement peut-être là-dessus est-ce quand-même matin après-midi heure heures côté façon cas sorte dire regarder regarde
francs euros pourcent mille cent million millions minute minutes semaine semaines janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
`;

/** Hesitations, which are removed from quotations. */
export const fillers = `
euh
heu
hum
hm
ben
bah
hein
`;
