export const transcript = {
  label: 'Transcription',
  playFrom: 'Lire à partir de {{time}}',
  follow: 'Vers le passage en cours',
  partial: 'Texte provisoire. La transcription est encore en cours.',
  empty: {
    waiting: 'La transcription apparaît ici dès que les premières phrases sont là.',
    noSpeech: {
      title: 'Aucune parole trouvée',
      text: 'Rien de parlé n’a été reconnu dans l’enregistrement. Écoutez si c’est le bon, et vérifiez le microphone avant le prochain.',
    },
    none: 'Il n’y a pas de transcription pour cette séance.',
  },
};
