export const infoBar = {
  label: 'Annonce',
  more: 'En savoir plus',
  whole: 'Tout afficher: {{title}}',
  close: 'Fermer: {{title}}',
  survey: {
    q1: 'Wortlaut vous a-t-il fait gagner du temps avec «{{title}}»?',
    q2: 'Combien de temps environ?',
    thanks: 'Merci de votre réponse.',
    close: 'Fermer le sondage',
    answer: { yes: 'Oui', no: 'Non' },
    time: {
      '5min': '5 minutes',
      '10min': '10 minutes',
      '15min': '15 minutes',
      '30min': '30 minutes',
      '1h': '1 heure',
      '1h+': 'plus de 1 heure',
    },
    spoken: {
      q1: 'Un bref sondage se trouve en haut de la page: Wortlaut vous a-t-il fait gagner du temps avec «{{title}}»?',
      q2: 'Combien de temps environ?',
      thanks: 'Merci de votre réponse.',
    },
  },
  dataProtection: {
    title: 'Protection des données: conservation plus courte dès le {{day}}',
    days_one: '{{count}} jour',
    days_other: '{{count}} jours',
    months_one: '{{count}} mois',
    months_other: '{{count}} mois',
    periods:
      'Dès le {{day}}, le son est supprimé après {{days}} et tout autre contenu d’une séance après {{months}}.',
    goes: {
      both: 'Le son d’avant le {{audio}} et les séances d’avant le {{content}} seront supprimés ce jour-là.',
      audio: 'Le son d’avant le {{audio}} sera supprimé ce jour-là.',
      content: 'Les séances d’avant le {{content}} seront supprimées ce jour-là.',
    },
    todo: 'Téléchargez d’ici là ce dont vous avez besoin plus longtemps.',
  },
};
