export const account = {
  title: 'Compte',
  loadFailed: 'Le compte n’a pas pu être chargé',
  recordingFirst:
    'Un enregistrement est encore en cours ou n’est pas encore entièrement sur le serveur. Terminez-le d’abord.',
  address: {
    confirmed: 'Cette adresse est confirmée.',
    open: 'Cette adresse n’est pas encore confirmée',
    why: 'Vous ne pouvez partager des documents par e-mail qu’avec une adresse confirmée. Nous vous envoyons un lien à ouvrir.',
    send: 'Envoyer la confirmation',
    sent: 'Le lien est en route. Consultez votre messagerie, aussi les indésirables.',
    noMail: 'Ce serveur ne peut pas envoyer d’e-mails. Adressez-vous à votre administration.',
  },
  external: {
    title: 'Mot de passe et connexions',
    text: 'Votre compte est géré par le service de connexion de votre organisation. Vous y modifiez le mot de passe, le nom et l’adresse.',
    close:
      'Si vous ne voulez plus utiliser Wortlaut, demandez à votre administration de supprimer vos données.',
  },
  password: {
    title: 'Changer le mot de passe',
    text: 'Vous serez déconnecté de vos autres appareils.',
    current: 'Mot de passe actuel',
    wrong: 'Le mot de passe actuel n’est pas le bon. Vérifiez la saisie.',
    done: 'Le nouveau mot de passe est valable. Vous êtes déconnecté des autres appareils.',
  },
  signIns: {
    title: 'Où vous êtes connecté',
    loadFailed: 'Les connexions n’ont pas pu être chargées',
    failed: 'La déconnexion a échoué',
    unknown: 'Appareil inconnu',
    began: 'connecté le {{when}}',
    seen: 'utilisé pour la dernière fois le {{when}}',
    current: 'cet appareil',
    end: 'Déconnecter',
    endName: 'Déconnecter {{device}}, connecté le {{when}}',
    all: 'Se déconnecter partout',
    allTitle: 'Se déconnecter partout?',
    allText:
      'Cet appareil est aussi déconnecté. Ce qui n’est pas encore envoyé en disparaît; les enregistrements restent.',
  },
  unsent: {
    title: 'Cet appareil n’a pas encore tout envoyé',
    here: 'Pas encore sur le serveur: {{list}}.',
    recordings_one: '{{count}} enregistrement',
    recordings_other: '{{count}} enregistrements',
    files_one: '{{count}} fichier',
    files_other: '{{count}} fichiers',
    lost: 'La fermeture du compte entraîne leur perte. Envoyez d’abord ce que vous voulez garder.',
    unknown:
      'Impossible de savoir si cet appareil contient des enregistrements ou des fichiers que le serveur n’a pas.',
  },
  close: {
    title: 'Fermer le compte',
    text: 'Votre compte et tout ce qu’il contient sont alors supprimés.',
    open: 'Fermer le compte …',
    question: 'Fermer le compte?',
    deletes:
      'Toutes vos séances avec enregistrements, transcriptions, notes et résultats sont supprimées, ainsi que vos corrections, votre profil et vos connexions. C’est irréversible.',
    keep: 'Téléchargez d’abord ce que vous voulez garder. Ce que vous avez partagé par e-mail reste chez ceux qui l’ont reçu.',
    sure: 'Oui, toutes mes données doivent être supprimées.',
    action: 'Fermer définitivement',
    done: 'Votre compte est fermé et vos données sont supprimées.',
  },
};
