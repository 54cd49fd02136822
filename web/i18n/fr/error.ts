export const error = {
  request: {
    invalid: 'Le serveur n’a pas compris les données. Vérifiez votre saisie.',
    not_found: 'Il n’y a rien à cette adresse. Rechargez la page.',
    too_large: 'Les données sont trop longues pour le serveur. Raccourcissez-les.',
    host_mismatch:
      'L’adresse du navigateur ne correspond pas à celle du serveur. Ouvrez Wortlaut à l’adresse qui vous a été communiquée.',
    failed:
      'Une erreur s’est produite sur le serveur. Réessayez; si elle persiste, indiquez au support l’identifiant {{requestId}}.',
    method: 'Ce n’est pas possible à cette adresse. Rechargez la page.',
    timeout: 'Vos données sont arrivées trop lentement au serveur. Vérifiez la connexion et réessayez.',
    media_type: 'Le serveur n’accepte pas ce type de données ici. Rechargez la page et réessayez.',
  },
  auth: {
    required: 'Pour cela, vous devez être connecté. Veuillez vous connecter.',
    token_expired: 'Votre connexion a expiré. Veuillez vous reconnecter.',
    forbidden: 'Votre compte n’y est pas autorisé. Adressez-vous au support si vous en avez besoin.',
    code_rejected: 'Le service de connexion n’a pas confirmé la connexion. Veuillez vous reconnecter.',
    refresh_rejected: 'Votre connexion n’est plus valable. Veuillez vous reconnecter.',
    provider_unreachable: 'Le service de connexion n’est pas joignable. Réessayez dans quelques minutes.',
    not_configured:
      'Aucune connexion n’est configurée pour cette adresse. Ouvrez Wortlaut à l’adresse qui vous a été communiquée, ou adressez-vous à l’administration.',
    interaction_expired: 'La connexion a attendu trop longtemps. Recommencez-la.',
    credentials_wrong: 'L’adresse e-mail ou le mot de passe ne convient pas. Vérifiez les deux.',
    too_many_attempts:
      'Il y a eu trop d’essais. Pour votre protection, la connexion est bloquée un court moment; attendez quelques minutes.',
    email_taken: 'Il existe déjà un compte avec cette adresse e-mail. Connectez-vous avec celui-ci.',
    password_weak:
      'Ce mot de passe est trop facile à deviner. Choisissez-en un autre, par exemple une phrase que vous seul connaissez.',
    registration_closed:
      'Il n’est pas possible de créer un compte sur ce serveur. Demandez-en un à l’administration.',
    link_expired:
      'Ce lien n’est plus valable: il a déjà été utilisé, un plus récent l’a remplacé, ou il a expiré. Demandez-en un nouveau.',
    not_local:
      'Un autre service de connexion gère ce compte. Le mot de passe et le compte ne peuvent être modifiés que là-bas; adressez-vous à votre administration.',
    busy: 'Un très grand nombre de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
    factor_required: 'Ce compte a désormais un second facteur. Confirmez aussi avec celui-ci.',
    factor_wrong:
      'Ce n’est pas juste: le code est faux ou expiré, ou la clé d’accès n’a pas été acceptée. Essayez avec le code valable maintenant.',
    factor_used: 'Ce code a déjà été utilisé. Attendez le suivant; cela dure une minute au plus.',
    factor_setup_expired:
      'Cela a duré trop longtemps, ou le compte a été modifié entre-temps. Fermez cette fenêtre et recommencez.',
    factor_off: 'Ce second facteur n’existe plus. Rechargez la page pour voir l’état actuel.',
    passkey_unavailable:
      'Les clés d’accès ne fonctionnent pas à l’adresse de ce serveur. Prenez une application de codes à usage unique.',
    passkey_too_many: 'Le compte a déjà autant de clés d’accès que possible. Retirez-en d’abord une.',
  },
  passkey: {
    cancelled:
      'Le navigateur n’a pas reçu de clé d’accès: la question a été fermée ou a attendu trop longtemps. Réessayez.',
    known:
      'Cet appareil a déjà une clé d’accès pour votre compte. Prenez un autre appareil ou une clé de sécurité.',
    failed: 'Le navigateur n’a pas pu utiliser la clé d’accès. Réessayez ou choisissez un autre moyen.',
  },
  session: {
    not_found: 'Cette séance n’existe pas ou a été supprimée.',
    title_too_long:
      'Le nom de la séance est trop long. Il peut avoir au plus 200 caractères. Raccourcissez-le.',
    title_invalid: 'Le nom de la séance doit être un texte. Saisissez-le à nouveau.',
    title_required: 'Veuillez saisir un nom pour la séance.',
    notes_conflict:
      'Les notes ont été modifiées ailleurs entre-temps. Décidez ce qui doit rester; rien n’est encore perdu.',
    edits_conflict: 'La transcription a été modifiée ailleurs entre-temps. Rechargez la page et réessayez.',
    edit_invalid: 'La modification ne correspond plus à la transcription. Rechargez la page et réessayez.',
    key_reused:
      'Cette séance existe déjà, avec d’autres indications. Ouvrez-la dans la bibliothèque et modifiez-la là.',
    gone: 'Cette séance a été supprimée entre-temps. Créez-en une nouvelle.',
    edits_full:
      'Cette transcription a atteint le maximum de texte et de modifications. Votre dernière modification n’est pas encore enregistrée; raccourcissez-la ou conservez-la dans les notes.',
    draft_closed:
      'Il y a déjà une transcription ou le brouillon entier de l’enregistrement, ou quelqu’un a modifié le brouillon. Ce brouillon n’a pas été enregistré; rechargez la page pour voir le texte existant.',
    settings_too_large: 'Les réglages de la séance sont trop longs. Raccourcissez-les à 16 ko.',
    day_limit:
      'Vous avez créé en 24 heures autant de séances que permis. D’autres sont possibles dès le {{when}}; d’ici là, les enregistrements restent sur cet appareil.',
  },
  domain: {
    changed: 'Quelqu’un d’autre a modifié ces réglages entre-temps. Ce que vous avez écrit est encore là.',
    off: 'Ce serveur ne propose pas cette fonction. Vos enregistrements ne sont pas touchés; adressez-vous à votre administration si vous en avez besoin.',
    name_taken:
      'Cette adresse appartient à une autre entrée, ou elle a déjà des personnes ou des séances. Choisissez un autre nom. Seule une entrée vide peut être supprimée.',
    last_superuser:
      'Cette personne est la dernière à administrer cette adresse. Nommez d’abord quelqu’un d’autre.',
    match_required: 'La page n’a pas dit quelle version elle a modifiée. Rechargez la page et réessayez.',
    retention_notice:
      'Un délai plus court doit être annoncé. Choisissez un jour au moins 30 jours à l’avance.',
    config_too_large: 'La configuration de cette adresse est trop longue. Raccourcissez-la à 16 ko.',
  },
  announcement: {
    not_found: 'Cette annonce n’existe plus. Rechargez la liste.',
    too_many: 'Une adresse a 100 annonces au plus. Supprimez d’abord celles qui sont passées.',
  },
  survey: {
    id_reused:
      'Cette réponse n’a pas été enregistrée, car son identifiant est déjà utilisé. Rechargez la page.',
  },
  pairing: {
    not_found: 'Ce couplage n’existe pas. Commencez-en un nouveau.',
    code_wrong: 'Ce code est faux, a déjà servi ou a expiré. Faites-en afficher un nouveau.',
    address_unusable: 'Un téléphone ne peut pas utiliser l’adresse de ce serveur.',
    verification_wrong: 'Les deux écrans ne montrent pas le même nombre. Comparez encore une fois.',
    not_waiting: 'Le couplage n’attend pas de confirmation. Commencez-en un nouveau.',
    not_connected: 'Le couplage n’est pas encore confirmé. Confirmez-le d’abord sur l’autre écran.',
    connected: 'Un téléphone est déjà connecté à cette séance.',
    not_this_phone: 'Un autre appareil appartient à ce couplage.',
    expired: 'Le couplage est terminé. Commencez-en un nouveau.',
    too_many: 'Il y a eu trop de tentatives. D’autres sont possibles dès le {{when}}.',
    microphone_needed:
      'Quelqu’un doit d’abord activer le microphone sur le téléphone: sans cela, le navigateur ne donne pas de son.',
    command_unfit: 'Cela ne convient pas à ce que le téléphone fait en ce moment.',
    command_lost:
      'La connexion du téléphone était interrompue. La commande n’a pas été exécutée; donnez-la encore une fois.',
  },
  role: {
    none: 'Vous n’avez choisi aucun rôle. Choisissez-en un dans le menu de votre compte.',
    not_found: 'Vous n’avez plus ce rôle. Choisissez-en un autre.',
  },
  person: {
    has_content:
      'Cette personne a déjà ses propres séances. Seule une connexion sans contenu peut être rattachée.',
    not_found: 'Cette personne n’a pas été trouvée à cette adresse. Rechargez la liste.',
  },
  export: {
    nothing_there:
      'Ce document n’a pas encore de contenu. Attendez qu’il soit là, ou choisissez autre chose.',
    type_unknown: 'Ce document n’existe pas pour cette séance. Rechargez la page.',
    failed:
      'Le serveur n’a pas pu établir le document. Réessayez; si le problème persiste, adressez-vous au support.',
  },
  share: {
    not_verified:
      'Pour partager, votre adresse e-mail doit être confirmée. Faites-vous envoyer un lien, et ouvrez-le.',
    mail_missing:
      'L’e-mail n’est pas configuré sur ce serveur. Téléchargez les documents et envoyez-les vous-même.',
    mail_failed:
      'Le serveur de messagerie n’a pas accepté le message. Réessayez plus tard; si le problème persiste, adressez-vous à l’administration.',
    recipient_refused: 'Le serveur de messagerie refuse les adresses. Vérifiez-les.',
    too_large:
      'Les documents sont trop volumineux pour un e-mail. Choisissez-en moins, ou un format plus léger.',
    too_many:
      'Vous avez envoyé de très nombreux e-mails durant la dernière heure. Attendez un moment et réessayez.',
    day_limit:
      'Vous avez écrit en 24 heures à autant de personnes différentes que permis. D’autres sont possibles dès le {{when}}; vous pouvez continuer d’écrire à celles d’aujourd’hui.',
    server_day_limit:
      'Ce serveur a envoyé en 24 heures autant d’e-mails que permis. D’autres sont possibles dès le {{when}}; sinon, téléchargez les documents et envoyez-les vous-même.',
    interrupted:
      'Le serveur a été arrêté pendant l’envoi. Certaines personnes ont peut-être déjà l’e-mail; renseignez-vous avant d’envoyer à nouveau.',
  },
  storage: {
    full: 'Le serveur n’a plus de place et ne peut rien enregistrer. Adressez-vous à l’administration.',
    busy: 'La base de données du serveur est bloquée pour le moment. Réessayez dans quelques secondes.',
    damaged:
      'La base de données du serveur est endommagée. Adressez-vous à l’administration; elle peut la rétablir à partir d’une sauvegarde.',
  },
  upload: {
    not_found:
      'Le serveur ne connaît plus cet envoi. Recommencez; le fichier est toujours sur votre appareil.',
    too_large:
      'Le fichier est plus grand que ce que le serveur accepte. Raccourcissez ou divisez l’enregistrement.',
    part_too_large: 'Une partie de l’envoi était trop grande pour le serveur. Recommencez l’envoi.',
    offset_conflict: 'L’envoi et le serveur n’étaient pas d’accord sur ce qui est déjà arrivé. Recommencez.',
    already_complete: 'Cette séance a déjà un enregistrement. Pour un autre, créez une nouvelle séance.',
    active:
      'Un appareil envoie encore cet enregistrement. Attendez deux minutes après la dernière partie, ou reprenez-le malgré tout.',
    adopted:
      'Cet enregistrement a déjà été repris sur le serveur. Ce que cet appareil a en plus va dans une séance à part.',
    no_file: 'Aucun fichier n’a été envoyé. Choisissez-en un.',
    disk_full:
      'Le serveur n’a plus de place. Votre fichier est toujours sur votre appareil; adressez-vous à l’administration.',
    quota_exceeded:
      'L’espace de votre compte est épuisé. Votre enregistrement est encore sur votre appareil; supprimez d’anciennes séances ou adressez-vous à l’administration.',
    too_many: 'Vous avez commencé trop d’envois. Terminez-en ou abandonnez-en dans la bibliothèque.',
    one_file: 'Plus d’un fichier a été envoyé. Envoyez chacun séparément, dans une séance à part.',
    empty: 'Le fichier est vide. Choisissez-en un autre.',
  },
  preview: {
    model_missing:
      'Le modèle vocal pour le brouillon manque sur le serveur, ou il est endommagé. L’enregistrement n’est pas touché. Attendez la transcription du serveur et adressez-vous à l’administration.',
    model_unreachable:
      'Le modèle vocal pour le brouillon n’a pas pu être chargé depuis le serveur. L’enregistrement n’est pas touché. Vérifiez la connexion et réessayez.',
    memory_full:
      'Cet appareil n’a pas assez de mémoire libre pour le brouillon. L’enregistrement n’est pas touché. Fermez d’autres onglets et programmes et réessayez, ou attendez la transcription du serveur.',
    engine_failed:
      'Le brouillon sur cet appareil s’est arrêté. L’enregistrement n’est pas touché. Réessayez, ou attendez la transcription du serveur.',
    sound_lost:
      'L’analyse du son a échoué, et le brouillon avec elle. L’enregistrement n’est pas touché. Attendez la transcription du serveur.',
  },
  capture: {
    device_full:
      'Il n’y a plus de place sur l’appareil qui enregistre. Ce qui n’est pas encore sur le serveur est seulement dans sa mémoire: laissez-y la page ouverte et libérez de la place.',
    device_unstored:
      'Le navigateur de l’appareil qui enregistre ne conserve rien. Ce qui n’est pas encore sur le serveur serait perdu avec la page: laissez-la ouverte.',
    insecure:
      'Les navigateurs ne donnent le microphone qu’aux connexions sécurisées. Ouvrez Wortlaut à l’adresse qui commence par https://, ou adressez-vous à votre administration.',
    unsupported:
      'Ce navigateur ne peut pas enregistrer. Prenez un navigateur actuel, ou enregistrez avec un autre appareil et envoyez le fichier.',
    denied: 'Erreur d’accès au microphone: il n’est pas autorisé pour cette page. Vérifiez l’autorisation.',
    dismissed:
      'La question sur le microphone est restée sans réponse. Demandez encore une fois et autorisez-le.',
    blocked:
      'Une règle interdit le microphone à cette page. Ouvrez Wortlaut dans un onglet à part, ou adressez-vous à votre administration.',
    no_device: 'Aucun microphone n’a été trouvé. Branchez-en un et réessayez.',
    busy: 'Le microphone est occupé ou ne répond pas. Fermez les autres programmes qui l’utilisent et réessayez.',
    failed:
      'L’enregistrement n’a pas pu commencer. Veuillez contacter le support. Avant cela, réessayez une fois.',
    suspended:
      'Le navigateur retient le son de cette page, peut-être à cause d’un appel. Cliquez ou touchez la page: l’enregistrement continuera ensuite.',
    switched:
      'Le microphone choisi n’est plus là. L’enregistrement continue avec un autre; vérifiez que c’est le bon.',
    system_audio:
      'Le son de l’onglet ou de l’ordinateur manque. Partagez encore une fois en choisissant de partager l’audio; le microphone reste enregistré.',
  },
  recording: {
    elsewhere:
      'Cette séance est déjà en cours d’enregistrement dans un autre onglet. Continuez là-bas, ou terminez d’abord cet enregistrement.',
    not_kept:
      'Cet enregistrement n’est plus sur cet appareil. Peut-être a-t-il été terminé ou abandonné dans un autre onglet.',
    no_audio: 'Il n’y a pas encore de son pour cette séance sur le serveur. Envoyez l’enregistrement.',
    incomplete: 'Il manque une partie de l’enregistrement sur le serveur. Recommencez l’envoi.',
    digest_mismatch:
      'L’enregistrement est arrivé sur le serveur différent de ce qui a été envoyé. Recommencez l’envoi.',
  },
  player: {
    no_audio: 'Il n’y a pas de son pour cette séance.',
    link_expired: 'L’adresse du son a expiré. Rechargez la page.',
    preparing: 'Le son est en cours de préparation pour l’écoute. Réessayez dans quelques secondes.',
  },
  model: {
    not_found: 'Un fichier de modèle manque sur le serveur. Adressez-vous à l’administration.',
  },
  notes: { nothing_to_enhance: 'Il n’y a pas de notes à améliorer. Écrivez-en d’abord.' },
  processing: {
    no_audio: 'Il n’y a plus de son à transcrire pour cette séance.',
    under_way: 'La séance est en cours de traitement. Attendez que ce soit terminé, ou interrompez-le.',
    nothing_to_cancel: 'Il n’y a plus rien à interrompre: le travail est déjà terminé.',
    option_unknown: 'Ce traitement n’existe pas sur le serveur. Rechargez la page.',
    model_missing:
      'Il faut pour cela un modèle de langage, et aucun n’est configuré sur ce serveur. L’administration peut en configurer un.',
    no_transcript: 'Il n’y a pas encore de transcription. Attendez que l’enregistrement soit transcrit.',
    prompt_required: 'Écrivez ce que vous voulez savoir.',
    too_many:
      'De très nombreux résultats de cette séance sont déjà en cours de création. Attendez que quelques-uns soient terminés.',
    model_unreachable:
      'Le modèle de langage ne répond pas. Réessayez plus tard; si cela dure, adressez-vous à l’administration.',
    model_refused:
      'Le modèle de langage refuse ce serveur. L’administration doit vérifier l’accès; réessayez ensuite.',
    model_unknown:
      'Le service ne connaît pas le modèle de langage configuré. L’administration doit vérifier le réglage; réessayez ensuite.',
    model_busy:
      'Le modèle de langage est surchargé et n’a pas eu le temps, même après une attente. Réessayez dans quelques minutes.',
    model_failed:
      'Une erreur s’est produite dans le modèle de langage, également lors des nouvelles tentatives. Réessayez plus tard.',
    model_silent:
      'Le modèle de langage n’a rien écrit pendant trop longtemps. Il est peut-être surchargé; réessayez.',
    answer_cut:
      'La réponse du modèle de langage s’est interrompue plusieurs fois en cours de route. Réessayez; si cela persiste, adressez-vous à l’administration.',
    answer_unusable:
      'Le modèle de langage n’a pas fourni ce qui était demandé, même après une seconde demande. Réessayez, ou posez la question autrement.',
    context_too_small:
      'Le modèle de langage peut lire trop peu de texte à la fois. Raccourcissez votre question ou vos indications; si cela n’aide pas, l’administration doit en configurer un plus grand.',
    cancelled: 'Le traitement a été interrompu à la demande. Vous pouvez le relancer à tout moment.',
    failed:
      'Une erreur s’est produite sur le serveur pendant le traitement. Réessayez; si cela persiste, adressez-vous au support.',
  },
  transcription: {
    model_missing:
      'Le modèle vocal manque sur le serveur. L’enregistrement est conservé et sera transcrit dès qu’il sera là.',
    model_fetching: 'Le serveur charge le modèle vocal. L’enregistrement sera ensuite transcrit de lui-même.',
    audio_unreadable:
      'Le serveur n’a pas pu lire le son. Envoyez l’enregistrement dans un autre format dans une nouvelle séance.',
    audio_too_long: 'L’enregistrement dure plus de 2:30 heures. Raccourcissez-le ou divisez-le.',
    audio_deleted:
      'Le délai de conservation a pris fin avant la transcription de l’enregistrement. Le son est supprimé.',
    failed:
      'La transcription a échoué. L’enregistrement est conservé. Réessayez ou adressez-vous au support.',
    engine_unreachable:
      'Le service de transcription ne répond pas. L’enregistrement est conservé et sera transcrit dès son retour; si cela dure, adressez-vous à l’administration.',
    engine_refused:
      'Le service de transcription refuse ce serveur. L’enregistrement est conservé; l’administration doit vérifier l’accès, puis tout continue de soi-même.',
    engine_model_unknown:
      'Le service de transcription ne connaît pas le modèle configuré. L’enregistrement est conservé; l’administration doit vérifier ce réglage.',
    audio_empty:
      'Le fichier est vide. Vérifiez-le sur votre appareil et envoyez-le dans une nouvelle séance.',
    audio_encrypted:
      'Le fichier est chiffré ou protégé contre la copie. Envoyez une version non protégée dans une nouvelle séance.',
    audio_no_sound_track:
      'Le fichier n’a pas de piste sonore. Choisissez-en un avec du son et envoyez-le dans une nouvelle séance.',
    disk_full:
      'Le serveur n’a plus de place pour travailler. L’enregistrement est conservé; adressez-vous à l’administration.',
    cancelled:
      'Elle a été arrêtée sur demande. L’enregistrement est conservé; vous pouvez relancer la transcription à tout moment.',
  },
  worker: {
    crashed:
      'Le traitement sur votre appareil s’est interrompu, peut-être faute de mémoire. Fermez d’autres onglets et réessayez.',
    failed: 'Le traitement sur votre appareil a échoué. Réessayez.',
    part_missing:
      'Une partie de Wortlaut n’a pas pu être chargée: la connexion manque ou est trop lente, ou un bloqueur de publicité ou une règle la retient. Vérifiez-le et rechargez la page.',
    wasm_refused:
      'Ce navigateur interdit WebAssembly à la page, et sans cela elle ne peut ni vérifier ni enregistrer de son. La raison est une règle ou un réglage de sécurité. Autorisez-le pour cette page, prenez un autre navigateur ou adressez-vous à votre administration.',
    wasm_broken:
      'Une partie de Wortlaut est arrivée endommagée et ne peut pas être exécutée. Rechargez la page; si cela persiste, adressez-vous à votre administration.',
    memory_full:
      'La mémoire ne suffit pas: le navigateur n’en donne pas davantage à cette page. Fermez d’autres onglets et programmes, puis réessayez.',
  },
  network: {
    failed: 'La connexion est interrompue. Vérifiez votre connexion internet et réessayez.',
    timeout: 'Le serveur n’a pas répondu à temps. Réessayez.',
    unexpected:
      'Cela ressemble à une erreur de réseau, l’adresse est peut-être bloquée: une réponse est arrivée qui ne vient pas de Wortlaut. Réessayez; si cela persiste, demandez aux responsables de votre réseau d’autoriser l’adresse.',
  },
  unknown:
    'Une erreur inattendue s’est produite. Réessayez; si cela persiste, indiquez au support la référence {{reference}}: la cause figure sous elle dans le journal du serveur ou dans la console de ce navigateur.',
  user: {
    config_too_large: 'Vos réglages sont trop longs pour le serveur. Raccourcissez-les à 16 ko.',
  },
};
