/** The side of the phone: the way into a pairing, and the recorder. */
export const pairingPhone = {
  title: 'Connecter comme microphone',
  lead: 'Cet appareil enregistre pour une séance qui est ouverte sur un autre écran.',
  code: {
    label: 'Code',
    hint: 'L’autre écran le montre, par exemple ABCD-EFGH.',
    empty: 'Veuillez saisir le code de couplage.',
    shape: 'Un code a huit caractères. Comparez-le avec l’autre écran.',
    submit: 'Continuer',
  },
  scan: {
    start: 'Scanner le code QR',
    stop: 'Éteindre la caméra',
    label: 'Image de la caméra',
    opening: 'Autorisez la caméra dans la fenêtre du navigateur.',
    looking: 'Dirigez la caméra vers le code QR de l’autre écran.',
    other: 'Ce code QR n’appartient pas à un couplage de ce serveur.',
    failed: 'Le scanner n’a pas pu démarrer',
    typed: 'Saisissez plutôt le code dans le champ «{{field}}».',
    problem: {
      insecure:
        'Les navigateurs ne donnent la caméra qu’aux connexions sécurisées, dont l’adresse commence par https://.',
      unsupported: 'Ce navigateur ne donne pas de caméra à la page.',
      denied: 'La caméra n’est pas autorisée pour cette page. Vous pouvez le changer dans les paramètres.',
      none: 'Cet appareil n’a pas de caméra.',
      busy: 'La caméra est utilisée ou ne répond pas. Fermez les autres programmes qui l’utilisent.',
      failed: 'Ce navigateur n’a pas pu lire le code QR.',
    },
  },
  failed: {
    resolve: 'Le code n’a pas pu être vérifié. Veuillez réessayer.',
    activate: 'Le couplage n’a pas pu être activé. Veuillez réessayer.',
    wait: 'Prochain essai dans',
  },
  question: {
    title: 'Enregistrer pour «{{title}}»?',
    text: 'Cet appareil devient le microphone de la séance. L’autre écran montre ce qu’il entend, et peut commander l’enregistrement.',
    connect: 'Connecter',
    untitled: 'Enregistrer avec cet appareil?',
    untitledText:
      'Cet appareil devient le microphone de l’autre écran. Celui-ci montre ce qu’il entend, et peut commander l’enregistrement. Vous n’avez pas à vous connecter ici.',
  },
  unsent: {
    title: 'Tout n’est pas encore envoyé d’un couplage précédent',
    text: 'Ouvrez-le pour envoyer le reste. Si vous reconnectez cet appareil maintenant, le reste attend ici que la personne à qui appartient cette séance se connecte.',
    open: 'Ouvrir le couplage précédent',
    connect: 'Connecter quand même',
  },
  compare: {
    title: 'Comparez avec l’autre écran',
    text: 'Montre-t-il le même nombre pour «{{title}}»? Confirmez-le là-bas. Ensuite, la suite vient ici d’elle-même.',
    untitled: 'Montre-t-il le même nombre? Confirmez-le là-bas. Ensuite, la suite vient ici d’elle-même.',
    waiting: 'En attente de la confirmation …',
    lost: 'Cet appareil n’a pas de connexion au serveur en ce moment. Elle se rétablit d’elle-même.',
  },
  over: {
    text: 'Faites afficher un nouveau code sur l’autre écran.',
    again: 'Saisir un autre code',
  },
  recorder: {
    link: {
      there: 'Connecté avec l’autre écran',
      away: 'L’autre écran n’est pas là en ce moment. L’enregistrement ne dépend pas de lui.',
      connecting: 'Connexion avec l’autre écran …',
      lost: 'L’autre écran ne voit pas cet appareil en ce moment. L’enregistrement n’en dépend pas.',
    },
    prepare: 'Activez le microphone. Ensuite, l’autre écran peut aussi démarrer l’enregistrement.',
    awake: 'L’écran reste allumé pendant l’enregistrement. Laissez cette page ouverte.',
    notAwake:
      'Ce navigateur ne peut pas laisser l’écran allumé. Désactivez le verrouillage automatique de l’appareil.',
    elsewhere: {
      title: 'Ce couplage est ouvert dans un autre onglet',
      text: 'Enregistrez là-bas. Une fois cet onglet fermé, la suite vient ici d’elle-même.',
    },
    ended: {
      title: 'L’autre écran n’est plus connecté',
      live: 'L’enregistrement continue. Terminez-le ici, sur cet appareil.',
      rest: 'Vous pouvez aussi enregistrer sans lui sur cet appareil.',
    },
    closed: {
      title: 'L’enregistrement de cette séance est terminé',
      why: 'Le serveur n’y ajoute plus rien, par exemple parce qu’il a été terminé sur l’autre écran.',
      own: 'Ce que le serveur n’a pas va ensuite dans une séance à part.',
      waits:
        'Ce que le serveur n’a pas reste sur cet appareil jusqu’à ce que la personne à qui appartient la séance se connecte ici. Cela va alors dans une séance à part.',
    },
    late: 'La commande «{{command}}» est arrivée trop tard et n’a pas été exécutée.',
    refused: 'La commande «{{command}}» n’a pas été exécutée.',
    dismiss: 'Fermer le message',
  },
  after: {
    unsent: 'Encore {{size}} à envoyer. Laissez cette page ouverte.',
    sent: 'Enregistré et envoyé',
    session: 'Vers la séance',
  },
  pass: {
    waits:
      'Ce qui n’est pas encore envoyé se trouve sur cet appareil. Pour l’envoyer, la personne à qui appartient la séance se connecte ici et choisit «Envoyer».',
    nothing: 'Rien n’attend plus d’être envoyé sur cet appareil.',
    sent: 'Vous pouvez fermer cette page.',
  },
  unknown: {
    title: 'Cet appareil n’appartient pas à ce couplage',
    text: 'Le couplage est terminé, appartient à un autre appareil, ou cet appareil ne le connaît plus. Reconnectez-le avec un nouveau code.',
    action: 'Saisir le code',
  },
};
