/** The first minute: recording at once, and files that are dropped on the library. */
export const begin = {
  record: 'Enregistrer',
  file: 'Choisir un fichier',
  title: 'Nouvel enregistrement',
  lead: 'L’enregistrement commence dès que le micro est ouvert. Vous pouvez changer le nom et la langue à tout moment.',
  checkFirst: 'Vérifier d’abord le son',
  drop: {
    title: 'Déposez le fichier',
    text: 'Il devient une nouvelle séance. Le fichier est d’abord vérifié sur cet appareil. Audio ou vidéo, {{size}} et 2:30 heures au plus.',
  },
  opening: 'Ouverture de «{{name}}» …',
  failed: 'Aucune séance n’a pu être créée pour «{{name}}»',
  kept: 'Le fichier est inchangé sur cet appareil.',
  close: 'Fermer le message',
};
