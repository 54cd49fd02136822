/** What a session can be turned into, where it is chosen beforehand. */
export const option = {
  after: {
    title: 'Créer ensuite',
    hint: 'Ce qui sera créé automatiquement dès que la transcription sera là. Tout peut aussi être créé plus tard.',
    loading: 'Les traitements sont en cours de chargement.',
    needsModel:
      'Ce qui ne peut pas être choisi exige un modèle de langage. Aucun n’est configuré sur ce serveur.',
    failed: 'Les traitements n’ont pas pu être chargés',
    defaults: 'Vous pouvez créer la séance malgré tout. Ce qui est habituel ici sera alors créé.',
  },
};
