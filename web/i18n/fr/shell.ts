export const shell = {
  loading: 'Chargement …',
  skip: 'Aller au contenu',
  home: 'Wortlaut, vers la page d’accueil',
  close: 'Fermer',
  cancel: 'Annuler',
  retry: 'Réessayer',
  optional: 'facultatif',
  messages: 'Messages',
  reload: 'Recharger la page',
  toLibrary: 'Vers la bibliothèque',
  toHome: 'Vers la page d’accueil',
  notFound: {
    title: 'Cette page n’existe pas',
    text: 'L’adresse a peut-être été mal recopiée, ou la page a été déplacée.',
  },
  broken: {
    title: 'Cette page n’a pas pu être affichée',
    text: 'Ce qui est enregistré sur le serveur est conservé. Rechargez la page; si cela ne suffit pas, adressez-vous à votre administration en indiquant la référence {{reference}} et les détails ci-dessous.',
    details: 'Détails de l’erreur',
  },
  updated: 'Une nouvelle version de Wortlaut est disponible.',
  partMissing:
    'Une partie de la page n’a pas pu être chargée. Rechargez-la dès qu’elle ne contient plus rien de non enregistré.',
  theme: {
    heading: 'Apparence',
    system: 'Comme l’appareil',
    light: 'Clair',
    dark: 'Sombre',
  },
  language: 'Langue',
  menu: 'Réglages',
};
