import type { TourWords } from '#web/i18n/tour-words.ts';

export const tour: TourWords = {
  names: {
    library: 'Visite: bibliothèque',
    recording: 'Visite: enregistrer',
    session: 'Visite: séance',
  },
  position: '{number} sur {count}',
  next: 'Suivant',
  back: 'Retour',
  end: 'Terminer',
  skip: 'Quitter la visite',
  reach: 'Une courte visite est ouverte. Elle se trouve avant le contenu de la page; Échap la termine.',
  steps: {
    library: {
      create: {
        title: 'Tout commence ici',
        text: '«Enregistrer» commence aussitôt. Choisissez un fichier ou déposez-le n’importe où sur cette page. Avec «Nouvelle séance», vous remplissez d’abord tout, ou dictez.',
      },
      search: {
        title: 'Titres ou paroles',
        text: 'Cherchez le nom d’une séance, ou des mots que quelqu’un a dits.',
      },
      soon: {
        title: 'Rien ne reste pour toujours',
        text: 'Le son et les textes sont supprimés après un délai. Ce bouton montre ce qui expire bientôt.',
      },
      help: {
        title: 'Une aide pour chaque page',
        text: 'Vous trouvez ici de courtes réponses, tous les raccourcis clavier, et cette visite encore une fois.',
      },
    },
    recording: {
      ways: {
        title: 'Comment le son arrive ici',
        text: 'Enregistrez, ou envoyez un fichier que vous avez déjà.',
      },
      check: {
        title: 'D’abord, nous écoutons',
        text: 'Trois secondes suffisent pour dire si le son est bon. Rien n’est enregistré avant que vous ne le disiez.',
      },
      lights: {
        title: 'Trois voyants',
        text: 'Enregistré, sur cet appareil, sur le serveur: ne fermez l’onglet que lorsque le troisième est allumé. Si la connexion s’interrompt, l’enregistrement continue.',
      },
      while: {
        title: 'Pendant l’enregistrement',
        text: 'Vous pouvez mettre en pause, poser des repères et écrire des notes. La visite ne gêne plus alors.',
      },
    },
    session: {
      tabs: {
        title: 'Tout sur un entretien',
        text: 'Son, indications, transcription et notes, et un onglet pour chaque résultat.',
      },
      text: {
        title: 'Lire et améliorer',
        text: 'Un clic sur un mot le fait entendre. Un double clic ouvre la section à l’écriture. Un clic sur un nom renomme la personne.',
      },
      player: {
        title: 'Réécouter',
        text: 'L’image montre tout l’enregistrement. Un clic y mène, la barre d’espace lit et met en pause.',
      },
      process: {
        title: 'Traiter',
        text: 'Il en résulte un résumé, un procès-verbal ou la réponse à votre question. Vérifiez ce qui est écrit: les numéros mènent au passage de l’enregistrement.',
      },
      menu: {
        title: 'Transmettre',
        text: 'Le menu télécharge des documents et le son, les envoie par e-mail, ou transcrit à nouveau.',
      },
    },
  },
};
