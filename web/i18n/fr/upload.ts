export const upload = {
  intro:
    'Le fichier est d’abord vérifié sur cet appareil. Il n’est envoyé au serveur que lorsque vous choisissez «Envoyer».',
  drop: 'Glissez un fichier ici',
  dropNow: 'Déposez le fichier',
  pick: 'Choisir un fichier',
  hint: 'Audio ou vidéo, au plus {{size}} et 2:30 heures. Vous pouvez aussi coller un fichier copié.',
  another: 'Choisir un autre fichier',
  discard: 'Abandonner',
  send: 'Envoyer',
  sendAgain: 'Reprendre',
  cancel: 'Annuler',
  refused: 'Ce fichier ne convient pas',
  failed: {
    offer: 'Le fichier dépasse les limites',
    analysing: 'La vérification n’a pas abouti',
    review: 'Cet enregistrement ne convient pas',
    encoding: 'La conversion n’a pas abouti',
    sending: '«{{name}}» n’a pas pu être envoyé',
    completing:
      'Erreur lors de la finalisation de l’enregistrement. Veuillez réessayer ou vérifier votre connexion à Internet.',
  },
  kept: 'Votre fichier est inchangé sur cet appareil.',
  keptParts: 'Ce qui est déjà sur le serveur y reste. L’envoi reprend à cet endroit.',
  selection: {
    none: 'Aucun fichier trouvé. Choisissez un fichier audio ou vidéo.',
    several: 'Les conditions pour les fichiers ne sont pas remplies: un seul fichier à la fois est possible.',
    folder:
      'Les conditions pour les fichiers ne sont pas remplies: un dossier n’est pas possible. Choisissez-y un fichier audio ou vidéo.',
  },
  stage: {
    offer: 'Le fichier dépasse les limites',
    opening: 'Ouverture du fichier',
    analysing: 'Vérification de l’enregistrement',
    review: 'L’enregistrement est vérifié',
    encoding: 'Conversion de l’enregistrement',
    sending: 'Envoi de l’enregistrement',
    completing: 'Le serveur vérifie l’enregistrement',
    done: 'L’enregistrement est sur le serveur',
  },
  position: '{{position}} sur {{duration}}',
  stay: 'Gardez cet onglet ouvert jusqu’à ce que le troisième voyant s’allume.',
  leave: {
    title: 'Quitter l’envoi?',
    text: 'L’enregistrement n’est pas encore entièrement sur le serveur. Si vous quittez la page, vous devrez choisir de nouveau le fichier plus tard.',
    kept: 'L’enregistrement n’est pas encore entièrement sur le serveur. Votre travail reste 24 heures sur cet appareil et se poursuit ici.',
    confirm: 'Quitter',
    stay: 'Rester',
  },
  signOut: {
    title: 'Se déconnecter quand même?',
    text: 'Un envoi n’est pas encore sur le serveur. En vous déconnectant, vous supprimez de cet appareil ce qui a été vérifié et coupé.',
  },
  offer: {
    large:
      'Vous pouvez l’utiliser malgré tout: cet appareil en fait un mp3 d’environ {{after}}. Le fichier lui-même reste ici.',
    largeUnknown:
      'Vous pouvez l’utiliser malgré tout: cet appareil en fait un mp3 plus petit. Vous verrez sa taille avant l’envoi.',
    longTitle: 'L’enregistrement dépasse 2:30 heures. Veuillez le raccourcir.',
    long: 'L’enregistrement dure {{duration}}; 2:30 heures sont possibles. Raccourcissez-le ici: omettez des silences ou coupez un morceau. 2:30 heures donnent environ {{after}}.',
    accept: 'Vérifier et convertir',
    acceptLong: 'Vérifier et raccourcir',
  },
  limit: {
    long: 'Encore {{over}} de trop',
    longText:
      '2:30 heures au plus sont possibles, il reste {{duration}}. Coupez un morceau ou acceptez la proposition.',
    cutEnd: 'Couper après 2:30 heures ({{size}})',
    large: 'Le résultat est trop volumineux',
    largeText: 'Il ferait {{size}}; {{max}} au plus sont possibles.',
    smaller: 'Convertir à {{bitrate}} kbit/s ({{size}})',
    largeNoWay: 'Raccourcissez l’enregistrement.',
  },
  output: {
    label: 'Ce qui est envoyé',
    size: 'Taille',
    duration: 'Durée',
    change: '{{before}} → {{after}}',
    about: 'environ {{size}}',
    cut: 'mp3, seulement coupé: le son reste tel quel.',
    encode: 'mp3, mono, {{bitrate}} kbit/s. Rien de ce qu’il faut à la transcription ne se perd.',
  },
  normalise: 'Égaliser le niveau sonore',
  normaliseText: 'Amène l’enregistrement à −18 LUFS; les crêtes restent sous −1,5 dBTP.',
  cutShort: {
    title: 'Le fichier est tronqué',
    text: 'Il contient {{has}} sur les {{stated}} qu’il indique lui-même: la fin manque. Copiez-le encore une fois depuis sa source, ou envoyez ce qui est là.',
  },
  listen: {
    label: 'Comparer',
    recording: 'Enregistrement',
    result: 'Résultat',
    resultText: 'Vous entendez exactement le mp3 qui sera envoyé.',
  },
  keeping: {
    title: 'Votre travail est encore sur cet appareil',
    whole: '«{{name}}», {{duration}}, vérifié.',
    cut: 'Vos coupes sont encore là aussi: il reste {{kept}} sur {{duration}}.',
    cutsLost:
      'Vos coupes ne peuvent plus être lues. L’enregistrement est de nouveau entier: coupez-le encore une fois avant de l’envoyer.',
    soundLost:
      'Ce que cet appareil conservait de «{{name}}» ne peut plus être lu. Choisissez de nouveau le fichier.',
    again: '«{{name}}» est vérifié. Choisissez de nouveau le fichier: on continue aussitôt.',
    part: '«{{name}}», converti jusqu’à {{position}}. Choisissez de nouveau le fichier: la conversion reprend là.',
    resume: 'Continuer',
    discard: 'Abandonner',
    until: 'Il est supprimé de lui-même après 24 heures.',
    otherTabTitle: 'Cet envoi est ouvert dans un autre onglet',
    otherTab: 'Continuez là-bas, ou fermez cet onglet-là: ce qu’il a conservé apparaîtra ici.',
    full: 'Le fichier est trop grand pour être conservé. Il n’y a plus de place sur cet appareil: en rechargeant, vous perdriez ce que vous venez de faire. Ne rechargez pas l’onglet avant que l’enregistrement soit sur le serveur.',
    elsewhere:
      'Cet envoi était déjà ouvert dans un autre onglet; rien n’est conservé ici. Ne rechargez pas l’onglet avant que l’enregistrement soit sur le serveur.',
    none: 'Ce navigateur ne permet de rien conserver ici: ne rechargez pas l’onglet avant que l’enregistrement soit sur le serveur.',
  },
  obstacle: {
    insecure: {
      title: 'Cette connexion n’est pas sécurisée',
      text: 'Les navigateurs ne permettent de vérifier des enregistrements que par HTTPS. Ouvrez Wortlaut à l’adresse qui commence par https://, ou adressez-vous à votre administration.',
    },
    no_webassembly: {
      title: 'Ce navigateur est trop ancien',
      text: 'Vérifier des enregistrements demande un navigateur actuel avec WebAssembly. Mettez-le à jour, ou prenez-en un autre.',
    },
  },
};
