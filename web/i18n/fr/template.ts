export const template = {
  ask: 'Il manque un modèle?',
  link: 'Proposer un modèle',
  summary: 'Nouveau modèle de traitement',
  description:
    'Nom du modèle:\n\nCe qu’il doit faire d’un entretien:\n\nComment le résultat doit être structuré:\n\nPour quels entretiens il est prévu:\n\nVeuillez ne donner aucune indication sur des personnes ni aucun texte tiré d’entretiens.\n\nWortlaut {{version}}, {{host}}',
};
