export const processing = {
  cancel: {
    action: 'Interrompre la transcription',
    title: 'Interrompre la transcription ?',
    partial:
      'Ce qui est déjà écrit reste comme texte incomplet. Vous pourrez poursuivre la transcription plus tard.',
    whole: 'La nouvelle version est abandonnée. La transcription actuelle reste telle quelle.',
    confirm: 'Interrompre',
    keep: 'Continuer la transcription',
    failed: 'La transcription n’a pas pu être interrompue. {{reason}}',
  },
  retry: {
    action: 'Réessayer',
    failed: 'La transcription n’a pas pu être relancée. {{reason}}',
  },
  cancelled: 'La transcription a été interrompue',
  incomplete: 'La transcription est incomplète',
  keepsVersion: 'Jusqu’à ce que la nouvelle version soit prête, vous voyez l’actuelle.',
  model: {
    label: 'Le modèle vocal {{name}} se charge',
    unnamed: 'Le modèle vocal se charge',
    percent: '{{percent}} chargé',
    ready: 'Le modèle vocal est là. La transcription commence dans un instant.',
  },
  regenerate: {
    action: 'Transcrire à nouveau …',
    title: 'Transcrire à nouveau',
    text: 'Une nouvelle version de la transcription est créée. Vos modifications sont reprises là où elles conviennent encore ; celles qui ne trouvent pas leur place vous sont listées. La version actuelle reste consultable.',
    textNone: 'L’enregistrement est transcrit depuis le début.',
    underWay: 'Cette séance est en cours de traitement',
    underWayText:
      'Attendez que ce soit terminé, ou interrompez-le. Ce n’est qu’ensuite qu’une nouvelle transcription est possible.',
    submit: 'Transcrire à nouveau',
    failed: 'La nouvelle transcription n’a pas pu être lancée',
    started: 'La nouvelle transcription est en file d’attente.',
  },
  boost: {
    label: 'Volume avant la reconnaissance',
    hint: 'Pour les enregistrements faibles. L’enregistrement conservé reste tel quel ; rien n’est saturé.',
    value: '{{word}} (+{{db}} dB)',
    none: 'inchangé',
    little: 'un peu plus fort',
    clear: 'nettement plus fort',
    much: 'beaucoup plus fort',
    measured:
      'Mesuré : {{lufs}} LUFS. Pour un enregistrement faible comme celui-ci, {{factor}} fois est une bonne valeur.',
    use: 'Prendre {{factor}} fois',
  },
};
