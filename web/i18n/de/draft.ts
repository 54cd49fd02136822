/** Drafts that a model on this device writes while people speak. */
export const draft = {
  model: {
    label: 'Entwurf auf diesem Gerät',
    switch: 'Entwurf auf diesem Gerät schreiben',
    open: 'Modelle auf diesem Gerät',
    offer: {
      title: 'Mitlesen, während gesprochen wird',
      text: 'Die Wörter erscheinen als Entwurf, noch während gesprochen wird. Das geschieht auf diesem Gerät. Es wird dafür nichts gesendet.',
      load: 'Dazu wird einmal ein Modell von diesem Server geladen: {{model}}, {{size}}. Danach geht es auch ohne Verbindung.',
      agree: 'Laden und mitschreiben',
      notNow: 'Nicht jetzt',
    },
    loading: '{{model}} wird geladen',
    loaded: '{{done}} von {{total}}',
    cancel: 'Laden abbrechen',
    goOn: 'Weiter laden',
    ready: 'Das Modell ist auf diesem Gerät. Der Entwurf ist bereit.',
    perVisit:
      'Dieser Browser kann das Modell nicht speichern. Es wird bei jedem Besuch neu geladen ({{size}}).',
    cause: {
      browser: 'Dieser Browser kann keinen Entwurf auf dem Gerät schreiben. Ein neuerer Browser kann es.',
      unreachable:
        'Auf diesem Gerät ist kein Modell für Entwürfe, und der Server ist nicht erreichbar. Versuchen Sie es mit Verbindung wieder.',
      none_offered:
        'Auf diesem Server gibt es kein Modell für Entwürfe. Ihre Administration kann eines laden.',
      none_fits: 'Kein Modell dieses Servers passt zu diesem Gerät und zur Sprache der Sitzung.',
      admin: 'So kommt ein Modell auf den Server: Führen Sie dort diesen Befehl aus.',
    },
    refusal: {
      title: 'Das Modell konnte nicht geladen werden',
      full: 'Auf diesem Gerät ist zu wenig Platz. Was schon geladen war, wurde entfernt, damit Platz für Aufnahmen bleibt. Schaffen Sie Platz und versuchen Sie es erneut.',
      interrupted:
        'Die Verbindung ist unterbrochen. Was schon geladen ist, bleibt auf diesem Gerät. Es geht dort weiter, wo es aufgehört hat.',
      missing:
        'Der Server hat das Modell nicht mehr. Versuchen Sie es später erneut oder wählen Sie ein anderes.',
      wrong_digest:
        'Was ankam, ist nicht das angekündigte Modell und wurde verworfen. Versuchen Sie es erneut. Geschieht es wieder, wenden Sie sich an Ihre Administration.',
      recorded: 'Aufnehmen und Hochladen gehen auch ohne Entwurf.',
    },
    names: {
      fixture: 'Testmodell',
      'whisper-tiny': 'Whisper tiny',
      'whisper-base': 'Whisper base',
      'whisper-small': 'Whisper small',
      'whisper-large-v3-turbo': 'Whisper large-v3-turbo',
    },
    about: {
      fixture: 'Nur zum Testen: kennt nur die Wörter künstlicher Testsprache.',
      'whisper-tiny': 'Am schnellsten, am wenigsten genau.',
      'whisper-base': 'Genauer als tiny, etwas langsamer.',
      'whisper-small': 'Viel genauer als base, braucht ein schnelles Gerät.',
      'whisper-large-v3-turbo': 'Am genauesten, braucht ein sehr schnelles Gerät.',
    },
    reason: {
      chosen: 'Sie haben dieses Modell selbst gewählt.',
      measured: 'Dieses Gerät schreibt mit diesem Modell etwa {{times}}-mal so schnell, wie gesprochen wird.',
      predicted:
        'Dieses Gerät schreibt mit diesem Modell wohl etwa {{times}}-mal so schnell, wie gesprochen wird. Gemessen ist ein anderes.',
      not_measured:
        'Wie schnell dieses Gerät schreibt, ist noch nicht gemessen. Darum ist das kleinste Modell gewählt.',
      too_slow:
        'Mit keinem Modell schreibt dieses Gerät schnell genug. Dieses ist das schnellste. Der Entwurf kommt später, die Aufnahme leidet nicht.',
      test_only: 'Der Server bietet nur das Testmodell an. Es kennt nur die Wörter künstlicher Testsprache.',
    },
    obstacle: {
      too_large: 'Es ist grösser als {{limit}} und wird nur genommen, wenn Sie es wählen.',
      language: 'Es kennt die Sprache der Sitzung nicht.',
    },
    dialog: {
      lead: 'Ein Modell schreibt den Entwurf auf diesem Gerät. Modelle kommen nur von diesem Server und bleiben hier, bis Sie sie entfernen.',
      inUse: 'Geschrieben wird mit {{model}}, bis {{chosen}} geladen ist.',
      automatic: 'Wieder von selbst wählen',
      list: 'Modelle',
      here: 'auf diesem Gerät',
      partly: '{{done}} geladen',
      notHere: 'nicht geladen',
      chosen: 'gewählt',
      measured: '{{times}}-mal so schnell, wie gesprochen wird (gemessen)',
      predicted: '{{times}}-mal so schnell, wie gesprochen wird (geschätzt)',
      download: '{{model}} laden',
      goOn: '{{model}} weiter laden',
      choose: '{{model}} wählen',
      remove: '{{model}} entfernen',
      short: { download: 'Laden', goOn: 'Weiter laden', choose: 'Wählen', remove: 'Entfernen' },
      removeTitle: '{{model}} entfernen?',
      removeText:
        'Auf diesem Gerät werden {{size}} frei. Für den nächsten Entwurf wird das Modell wieder geladen. Aufnahmen und Transkripte bleiben.',
      removed: '{{model}} ist von diesem Gerät entfernt.',
      together: 'Zusammen auf diesem Gerät: {{size}}.',
      persistent: 'Der Browser behält sie, bis Sie sie entfernen.',
      notPersistent: 'Der Browser darf sie löschen, wenn der Platz knapp wird.',
      offline: 'Der Server ist nicht erreichbar. Gezeigt wird, was auf diesem Gerät ist.',
      host: 'Auf diesem Server sind Entwürfe auf dem Gerät nicht vorgesehen. Geladene Modelle können Sie entfernen.',
      backend: {
        wasm: 'Gerechnet hat zuletzt der Prozessor.',
        webgpu: 'Gerechnet hat zuletzt die Grafikkarte.',
        failed: 'Die Grafikkarte ist ausgefallen. Seither rechnet der Prozessor.',
      },
    },
  },
  /** The draft while a recording runs. */
  live: {
    title: 'Entwurf auf diesem Gerät',
    empty: 'Sobald jemand spricht, erscheinen hier die Wörter.',
    hint: 'Gepunktet unterstrichene Wörter können sich noch ändern. Nach der Aufnahme ersetzt das Transkript den Entwurf.',
    switch: 'Mitschreiben',
    status: {
      loading: 'Das Mitschreiben wird vorbereitet …',
      writing: 'Es wird mitgeschrieben.',
      waiting: 'Es wird mitgeschrieben.',
      behind: 'Der Entwurf ist {{time}} im Rückstand.',
      failed: 'Das Mitschreiben ist angehalten.',
      ended: 'Das Mitschreiben ist abgeschlossen.',
      paused: 'Das Mitschreiben ruht während der Pause.',
      off: 'Das Mitschreiben ist ausgeschaltet.',
    },
    skipped: 'Dieses Gerät ist zu langsam. Im Entwurf fehlen {{time}}, in der Aufnahme nicht.',
    goOn: 'Weiter mitschreiben',
    unaffected: 'Die Aufnahme ist davon nicht betroffen.',
    gpuLost: 'Die Grafikkarte ist ausgefallen. Der Prozessor schreibt weiter.',
    dictated: 'Entwurf, mitgeschrieben auf diesem Gerät. Das Transkript ersetzt ihn nach der Aufnahme.',
  },
};
