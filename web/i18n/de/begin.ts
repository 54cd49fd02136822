/** The first minute: recording at once, and files that are dropped on the library. */
export const begin = {
  record: 'Aufnehmen',
  file: 'Datei wählen',
  title: 'Neue Aufnahme',
  lead: 'Die Aufnahme beginnt, sobald das Mikrofon offen ist. Name und Sprache können Sie jederzeit ändern.',
  checkFirst: 'Zuerst den Ton prüfen',
  drop: {
    title: 'Lassen Sie die Datei los',
    text: 'Daraus wird eine neue Sitzung. Die Datei wird zuerst auf diesem Gerät geprüft. Audio oder Video, höchstens {{size}} und 2:30 Stunden.',
  },
  opening: '«{{name}}» wird geöffnet …',
  failed: 'Für «{{name}}» konnte keine Sitzung erstellt werden',
  kept: 'Die Datei ist unverändert auf diesem Gerät.',
  close: 'Meldung schliessen',
};
