export const draft = {
  model: {
    label: 'Brouillon sur cet appareil',
    switch: 'Écrire un brouillon sur cet appareil',
    open: 'Modèles sur cet appareil',
    offer: {
      title: 'Lire pendant que l’on parle',
      text: 'Les mots apparaissent comme brouillon pendant que l’on parle. Cela se passe sur cet appareil. Rien n’est envoyé pour cela.',
      load: 'Pour cela, un modèle est chargé une fois depuis ce serveur: {{model}}, {{size}}. Ensuite, cela fonctionne aussi sans connexion.',
      agree: 'Charger et écrire',
      notNow: 'Pas maintenant',
    },
    loading: 'Chargement de {{model}}',
    loaded: '{{done}} sur {{total}}',
    cancel: 'Arrêter le chargement',
    goOn: 'Continuer le chargement',
    ready: 'Le modèle est sur cet appareil. Le brouillon est prêt.',
    perVisit:
      'Ce navigateur ne peut pas stocker le modèle. Il est chargé à nouveau à chaque visite ({{size}}).',
    cause: {
      browser:
        'Ce navigateur ne peut pas écrire de brouillon sur l’appareil. Un navigateur plus récent le peut.',
      unreachable:
        'Il n’y a pas de modèle pour les brouillons sur cet appareil, et le serveur est injoignable. Réessayez avec une connexion.',
      none_offered:
        'Ce serveur n’a pas de modèle pour les brouillons. Votre administration peut en charger un.',
      none_fits:
        'Aucun modèle de ce serveur n’est choisi automatiquement: ils sont trop grands ou ne connaissent pas la langue de la séance.',
      admin: 'Pour apporter un modèle au serveur, exécutez-y cette commande.',
    },
    refusal: {
      title: 'Le modèle n’a pas pu être chargé',
      full: 'Il y a trop peu de place sur cet appareil: à côté du modèle, il faut garder de la place pour les enregistrements. Libérez de la place et réessayez.',
      interrupted:
        'La connexion est interrompue. Ce qui est chargé reste sur cet appareil. Le chargement continue là où il s’est arrêté.',
      missing: 'Le serveur n’a plus le modèle. Réessayez plus tard ou choisissez-en un autre.',
      wrong_digest:
        'Ce qui est arrivé n’est pas le modèle annoncé et a été abandonné. Réessayez. Si cela se reproduit, adressez-vous à votre administration.',
      recorded: 'Enregistrer et envoyer fonctionnent aussi sans brouillon.',
    },
    names: {
      fixture: 'Modèle de test',
      'whisper-tiny': 'Whisper tiny',
      'whisper-base': 'Whisper base',
      'whisper-small': 'Whisper small',
      'whisper-large-v3-turbo': 'Whisper large-v3-turbo',
    },
    about: {
      fixture: 'Pour les tests seulement: ne connaît que les mots de paroles de test synthétiques.',
      'whisper-tiny': 'Le plus rapide, le moins exact.',
      'whisper-base': 'Plus exact que tiny, un peu plus lent.',
      'whisper-small': 'Bien plus exact que base, demande un appareil rapide.',
      'whisper-large-v3-turbo': 'Le plus exact, demande un appareil très rapide.',
    },
    reason: {
      chosen: 'Vous avez choisi ce modèle vous-même.',
      measured: 'Avec ce modèle, cet appareil écrit environ {{times}} fois aussi vite que l’on parle.',
      predicted:
        'Avec ce modèle, cet appareil écrit sans doute environ {{times}} fois aussi vite que l’on parle. C’est un autre qui a été mesuré.',
      not_measured:
        'La vitesse de cet appareil n’est pas encore mesurée. C’est pourquoi le plus petit modèle est choisi.',
      too_slow:
        'Avec aucun modèle, cet appareil n’écrit assez vite. Celui-ci est le plus rapide. Le brouillon arrive plus tard, l’enregistrement n’en souffre pas.',
      test_only:
        'Le serveur n’offre que le modèle de test. Il ne connaît que les mots de paroles de test synthétiques.',
    },
    obstacle: {
      too_large: 'Il dépasse {{limit}} et n’est utilisé que si vous le choisissez.',
      language: 'Il ne connaît pas la langue de la séance.',
    },
    dialog: {
      lead: 'Un modèle écrit le brouillon sur cet appareil. Les modèles ne viennent que de ce serveur et restent ici jusqu’à ce que vous les retiriez.',
      inUse: 'Le brouillon est écrit avec {{model}} jusqu’à ce que {{chosen}} soit chargé.',
      automatic: 'Laisser choisir à nouveau',
      list: 'Modèles',
      here: 'sur cet appareil',
      partly: '{{done}} chargés',
      notHere: 'pas chargé',
      chosen: 'choisi',
      measured: '{{times}} fois aussi vite que l’on parle (mesuré)',
      predicted: '{{times}} fois aussi vite que l’on parle (estimé)',
      download: 'Charger {{model}}',
      goOn: 'Continuer à charger {{model}}',
      choose: 'Choisir {{model}}',
      remove: 'Retirer {{model}}',
      short: { download: 'Charger', goOn: 'Continuer', choose: 'Choisir', remove: 'Retirer' },
      removeTitle: 'Retirer {{model}}?',
      removeText:
        'Cela libère {{size}} sur cet appareil. Pour le prochain brouillon, le modèle est chargé à nouveau. Les enregistrements et les transcriptions restent.',
      removed: '{{model}} est retiré de cet appareil.',
      together: 'Ensemble sur cet appareil: {{size}}.',
      persistent: 'Le navigateur les garde jusqu’à ce que vous les retiriez.',
      notPersistent: 'Le navigateur peut les effacer quand la place manque.',
      offline: 'Le serveur est injoignable. Voici ce qui est sur cet appareil.',
      host: 'Ce serveur ne prévoit pas de brouillons sur l’appareil. Vous pouvez retirer les modèles chargés.',
      backend: {
        wasm: 'C’est le processeur qui a calculé en dernier.',
        webgpu: 'C’est la carte graphique qui a calculé en dernier.',
        failed: 'La carte graphique est tombée en panne. Depuis, c’est le processeur qui calcule.',
      },
    },
  },
  file: {
    title: 'Brouillon de l’enregistrement',
    state: {
      loading: 'Le brouillon commence …',
      writing: 'En cours d’écriture',
      stopped: 'Arrêté',
      ended: 'Écrit jusqu’à la fin',
    },
    upTo: 'jusqu’à {{position}}',
    upToOf: 'jusqu’à {{position}} sur {{duration}}',
    stop: 'Arrêter le brouillon',
    goOn: 'Continuer le brouillon',
    said: { stopped: 'Le brouillon est arrêté.', ended: 'Le brouillon est écrit jusqu’à la fin.' },
    empty: 'Ce qui est dit apparaîtra ici.',
    nothing: 'Aucun mot n’est reconnaissable dans cet enregistrement.',
    failed: 'Le brouillon est interrompu',
    untouched: 'Vous pouvez tout de même couper et envoyer le fichier.',
    gpuLost: 'La carte graphique est tombée en panne. Le processeur continue le brouillon.',
    press: 'Appuyez sur un mot pour écouter l’enregistrement à partir de là.',
    replaced: 'Après l’envoi, la transcription remplace le brouillon.',
    playFrom: 'Écouter à partir de {{time}}',
    cut: 'Laissé de côté:',
    cutEnd: '(fin du passage laissé de côté)',
    writtenUpTo: 'Le brouillon va jusqu’à {{time}}.',
    saidHere: 'À la position de lecture: {{text}}',
    saidInSelection: 'Dans la sélection: {{text}}',
  },
  /** The draft while a recording runs. */
  live: {
    title: 'Brouillon sur cet appareil',
    empty: 'Dès que quelqu’un parle, les mots apparaissent ici.',
    hint: 'Les mots soulignés en pointillé peuvent encore changer. Après l’enregistrement, la transcription remplace le brouillon.',
    switch: 'Noter ce qui se dit',
    status: {
      loading: 'La prise de notes se prépare …',
      writing: 'Ce qui se dit est noté.',
      waiting: 'Ce qui se dit est noté.',
      behind: 'Le brouillon a {{time}} de retard.',
      failed: 'La prise de notes s’est arrêtée.',
      ended: 'La prise de notes est terminée.',
      paused: 'La prise de notes attend la fin de la pause.',
      off: 'La prise de notes est désactivée.',
    },
    skipped:
      'Cet appareil est trop lent. Il manque {{time}} dans le brouillon, mais pas dans l’enregistrement.',
    goOn: 'Continuer à noter',
    unaffected: 'L’enregistrement n’est pas touché.',
    gpuLost: 'La carte graphique est tombée en panne. Le processeur continue à écrire.',
    dictated: 'Un brouillon, noté sur cet appareil. La transcription le remplace après l’enregistrement.',
  },
};
