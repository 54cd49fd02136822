export const role = {
  title: 'Rolle wählen',
  change: 'Rolle wechseln',
  text: 'Die Rolle bestimmt, welche Auswertungen Ihnen angeboten werden. Sie können sie jederzeit im Benutzermenü wechseln.',
  label: 'Ihre Rolle',
  isDefault: 'Gilt, solange keine gewählt ist.',
  confirm: 'Bestätigen',
  skip: 'Überspringen',
  chosen: 'Ihre Rolle ist jetzt «{{role}}».',
  unknown: 'Unbekannte Rolle',
  failed: {
    available: 'Die verfügbaren Rollen konnten nicht geladen werden',
    current: 'Die aktuelle Rolle konnte nicht geladen werden',
    select: 'Die Rolle konnte nicht gewählt werden',
  },
};
