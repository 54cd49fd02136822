export const home = {
  headline: 'Garder les entretiens, mot pour mot',
  subheadline:
    'Enregistrez un entretien ou envoyez un fichier, voyez aussitôt si le son est bon et lisez ce qui a été dit. Tout reste sur votre propre serveur.',
  start: 'Commencer',
  tiles: 'À qui s’adresse Wortlaut',
  government: {
    title: 'Pour les administrations',
    text: 'Séances, auditions et interrogatoires: ce qui a été dit figure dans la transcription avec l’heure, et chaque passage peut être réécouté.',
  },
  health: {
    title: 'Pour la santé',
    text: 'Consultations, transmissions et discussions de cas: l’enregistrement ne part vers aucun service tiers, et il est supprimé à l’échéance.',
  },
  steps: {
    title: 'Comment ça marche',
    check: {
      title: 'Enregistrer ou choisir un fichier',
      text: 'Votre appareil vérifie le son en quelques secondes et dit ce qui peut être amélioré.',
    },
    send: {
      title: 'Envoyer',
      text: 'L’enregistrement est réduit sur votre appareil et envoyé à votre serveur.',
    },
    read: { title: 'Lire', text: 'Le serveur écrit le texte. Un clic sur un mot fait entendre le passage.' },
  },
};
