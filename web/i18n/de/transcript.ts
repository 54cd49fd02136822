export const transcript = {
  label: 'Transkript',
  playFrom: 'Ab {{time}} abspielen',
  follow: 'Zur aktuellen Stelle',
  partial: 'Vorläufiger Text. Die Transkription läuft noch.',
  empty: {
    waiting: 'Das Transkript erscheint hier, sobald die ersten Sätze da sind.',
    noSpeech: {
      title: 'Keine Sprache gefunden',
      text: 'In der Aufnahme wurde nichts Gesprochenes erkannt. Hören Sie hinein, ob es die richtige ist, und prüfen Sie das Mikrofon vor der nächsten.',
    },
    none: 'Zu dieser Sitzung gibt es kein Transkript.',
  },
};
