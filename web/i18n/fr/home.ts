export const home = {
  headline: 'Garder les entretiens, mot pour mot',
  subheadline:
    'Enregistrez un entretien, dictez ou envoyez un fichier. Vous voyez aussitôt si le son est bon et lisez ce qui a été dit. Tout reste sur votre propre serveur.',
  start: 'Commencer',
  tiles: 'À qui s’adresse Wortlaut',
  government: {
    title: 'Pour les administrations',
    text: 'Séances, auditions et interrogatoires: vous enregistrez dans la salle ou envoyez un fichier. Ce qui a été dit figure dans la transcription avec l’heure, et chaque passage peut être réécouté.',
  },
  health: {
    title: 'Pour la santé',
    text: 'Consultations, transmissions et discussions de cas: vous enregistrez ou dictez ce qui va au dossier. L’enregistrement reste sur votre serveur et est supprimé à l’échéance.',
  },
  steps: {
    title: 'Comment ça marche',
    check: {
      title: 'Enregistrer, dicter ou choisir un fichier',
      text: 'Votre appareil vérifie le son aussitôt et dit ce qui peut être amélioré.',
    },
    send: {
      title: 'Conserver',
      text: 'Un enregistrement est conservé au fur et à mesure sur votre appareil et sur votre serveur. Un fichier est réduit, puis envoyé.',
    },
    read: {
      title: 'Lire',
      text: 'Le serveur écrit le texte et, si vous le souhaitez, un procès-verbal. Un clic sur un mot fait entendre le passage.',
    },
  },
};
