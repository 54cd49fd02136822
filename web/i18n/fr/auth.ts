export const auth = {
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  register: 'Créer un compte',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  firstName: 'Prénom',
  lastName: 'Nom',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  passwordHint: 'Au moins {{count}} caractères. Une phrase que vous seul connaissez convient bien.',
  signInTitle: 'Se connecter',
  signInText: 'Connectez-vous pour voir vos enregistrements.',
  startSignIn: 'Vers la connexion',
  redirecting: 'Vous êtes dirigé vers la connexion …',
  finishing: 'La connexion se termine …',
  noAccount: 'Pas encore de compte?',
  hasAccount: 'Vous avez déjà un compte?',
  forgot: 'Mot de passe oublié?',
  registerTitle: 'Créer un compte',
  registerText: 'Le compte n’est valable que sur ce serveur.',
  registerClosed: {
    title: 'Il n’est pas possible de créer un compte ici',
    text: 'L’administration de ce serveur a fermé les inscriptions. Demandez-lui un compte.',
  },
  demo: {
    title: 'Démonstration',
    text: 'Ce serveur sert à essayer. Ce que vous y enregistrez est supprimé à son arrêt.',
    action: 'Se connecter comme personne de démonstration',
  },
  forgotTitle: 'Mot de passe oublié',
  forgotNoLink: 'Ce serveur n’envoie pas de liens pour réinitialiser un mot de passe.',
  forgotWhatNow:
    'Adressez-vous à la personne qui s’occupe de ce serveur. Vos enregistrements sont conservés. Si votre navigateur mémorise les mots de passe, vous y trouverez peut-être le vôtre.',
  forgotExternal:
    'Votre mot de passe est géré par le service de connexion de votre organisation. Vous pouvez l’y réinitialiser: le lien se trouve sur la page où vous vous connectez.',
  forgotText:
    'Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien qui permet de définir un nouveau mot de passe.',
  link: {
    send: 'Envoyer le lien',
    sentTitle: 'Consultez votre messagerie',
    sent: 'S’il existe un compte pour {{email}}, un lien est en route. Il est valable une heure et une seule fois.',
    sentNothing:
      'Rien n’arrive? Regardez dans les indésirables, vérifiez l’adresse ou adressez-vous à votre administration.',
    again: 'Saisir une autre adresse',
    over: 'Ce lien n’est pas valable',
    missing: 'L’adresse est incomplète. Ouvrez de nouveau le lien entier, ou demandez-en un nouveau.',
    new: 'Demander un nouveau lien',
  },
  reset: {
    title: 'Nouveau mot de passe',
    text: 'Ensuite, seul le nouveau mot de passe est valable. Vous serez déconnecté de tous les appareils.',
    password: 'Nouveau mot de passe',
    action: 'Définir le mot de passe',
    doneTitle: 'Le nouveau mot de passe est valable',
    done: 'Vous êtes déconnecté de tous les appareils. Connectez-vous avec le nouveau mot de passe.',
  },
  confirm: {
    title: 'Confirmer l’adresse e-mail',
    text: 'Confirmez que l’e-mail contenant ce lien vous est parvenu.',
    action: 'Confirmer l’adresse',
    doneTitle: 'Votre adresse est confirmée',
    done: 'Vous pouvez maintenant partager des documents par e-mail.',
    over: 'Il a déjà été utilisé, un plus récent l’a remplacé, ou il a expiré. Votre compte indique si l’adresse est confirmée et vous envoie un nouveau lien.',
    toAccount: 'Vers mon compte',
  },
  backToSignIn: 'Retour à la connexion',
  insecure:
    'Cette page n’est pas ouverte en HTTPS. Le navigateur n’autorise donc ni la connexion ni le microphone. Ouvrez-la en HTTPS ou, sur le serveur lui-même, par localhost.',
  storageRefused:
    'Ce navigateur ne laisse cette page rien enregistrer, pas même une connexion. Autorisez-lui les cookies et les données de site, ou ouvrez-la dans une autre fenêtre ou un autre navigateur.',
  field: {
    emailRequired: 'Veuillez saisir votre adresse e-mail.',
    emailInvalid: 'Cette adresse e-mail n’est pas complète. Elle ressemble à nom@exemple.ch.',
    passwordRequired: 'Veuillez saisir votre mot de passe.',
    passwordShort: 'Le mot de passe est trop court. Il faut au moins {{count}} caractères.',
    passwordLong: 'Le mot de passe est trop long. {{count}} caractères au plus.',
    passwordCommon:
      'Ce mot de passe est très répandu; il est deviné en premier. Choisissez-en un autre, par exemple une phrase.',
    passwordRepeated:
      'Ce mot de passe est une répétition ou une suite de touches. Choisissez-en un autre, par exemple une phrase.',
    passwordOwn:
      'Ce mot de passe est votre nom ou votre adresse e-mail. Choisissez-en un que personne ne sait de vous.',
    firstNameRequired: 'Veuillez saisir votre prénom.',
    lastNameRequired: 'Veuillez saisir votre nom.',
    codeInvalid: 'Saisissez les six chiffres que l’application affiche.',
    recoveryCodeRequired: 'Saisissez un code de secours.',
    passkeyNameRequired: 'Donnez un nom à la clé d’accès.',
  },
  failure: {
    permissionTitle: 'Pas d’accès',
    permission:
      'Votre compte n’est pas autorisé à utiliser Wortlaut. Adressez-vous au support si vous avez besoin d’un accès.',
    missing_parameters:
      'Des paramètres requis manquent: la connexion est revenue incomplète. Veuillez vous reconnecter.',
    state:
      'L’authentification a échoué: la réponse du service de connexion ne correspond pas à votre connexion. Cela arrive quand elle a été commencée dans un autre onglet ou a attendu trop longtemps. Veuillez vous reconnecter.',
    exchange: 'Erreur lors de l’échange du code d’authentification. Veuillez vous reconnecter.',
    login: 'La connexion a échoué. Veuillez réessayer.',
    server:
      'Le serveur ne peut rien enregistrer pour le moment et ne peut connecter personne. Réessayez dans quelques minutes; si cela persiste, adressez-vous à l’administration.',
    logout: 'La déconnexion a échoué. Veuillez réessayer.',
    ended: 'Votre connexion a expiré. Veuillez vous reconnecter; vous reviendrez au même endroit.',
    refresh:
      'Votre connexion n’a pas pu être prolongée. Veuillez vous reconnecter; vous reviendrez au même endroit.',
    profile: 'Le profil d’utilisateur n’a pas pu être chargé. Vérifiez la connexion et réessayez.',
    unreachable: 'Le serveur n’est pas joignable pour le moment. Vérifiez la connexion et réessayez.',
  },
};
