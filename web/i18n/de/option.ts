/** What a session can be turned into, where it is chosen beforehand. */
export const option = {
  after: {
    title: 'Danach erstellen',
    hint: 'Was von selbst entsteht, sobald das Transkript da ist. Alles lässt sich auch später noch erstellen.',
    loading: 'Die Auswertungen werden geladen.',
    needsModel:
      'Was sich nicht wählen lässt, braucht ein Sprachmodell. Auf diesem Server ist keines eingerichtet.',
    failed: 'Die Auswertungen konnten nicht geladen werden',
    defaults: 'Sie können die Sitzung trotzdem erstellen. Es entsteht dann, was hier üblich ist.',
  },
};
