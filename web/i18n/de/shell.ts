export const shell = {
  loading: 'Wird geladen …',
  skip: 'Zum Inhalt springen',
  home: 'Wortlaut, zur Startseite',
  close: 'Schliessen',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  optional: 'freiwillig',
  messages: 'Meldungen',
  reload: 'Seite neu laden',
  toLibrary: 'Zur Bibliothek',
  toHome: 'Zur Startseite',
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Vielleicht wurde die Adresse falsch abgeschrieben, oder die Seite ist umgezogen.',
  },
  broken: {
    title: 'Diese Seite konnte nicht gezeigt werden',
    text: 'Was auf dem Server gespeichert ist, bleibt erhalten. Laden Sie die Seite neu; hilft das nicht, wenden Sie sich an Ihre Administration und nennen Sie die Kennung {{reference}} und die Angaben unten.',
    details: 'Angaben zum Fehler',
  },
  updated: 'Es gibt eine neue Fassung von Wortlaut.',
  partMissing:
    'Ein Teil der Seite konnte nicht geladen werden. Laden Sie sie neu, sobald nichts Ungespeichertes mehr darin steht.',
  theme: {
    heading: 'Darstellung',
    system: 'Wie das Gerät',
    light: 'Hell',
    dark: 'Dunkel',
  },
  language: 'Sprache',
  menu: 'Einstellungen',
};
