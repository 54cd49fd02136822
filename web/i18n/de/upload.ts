export const upload = {
  intro:
    'Die Datei wird zuerst auf diesem Gerät geprüft. An den Server geht sie erst, wenn Sie «Hochladen» wählen.',
  drop: 'Ziehen Sie eine Datei hierher',
  dropNow: 'Lassen Sie die Datei los',
  pick: 'Datei wählen',
  hint: 'Audio oder Video, höchstens {{size}} und 2:30 Stunden. Eine kopierte Datei können Sie auch einfügen.',
  another: 'Andere Datei wählen',
  discard: 'Verwerfen',
  send: 'Hochladen',
  sendAgain: 'Wieder aufnehmen',
  cancel: 'Abbrechen',
  refused: 'Diese Datei geht nicht',
  failed: {
    offer: 'Die Datei ist über den Grenzen',
    analysing: 'Die Prüfung ist nicht gelungen',
    review: 'Diese Aufnahme geht nicht',
    encoding: 'Die Umwandlung ist nicht gelungen',
    sending: '«{{name}}» konnte nicht hochgeladen werden',
    completing:
      'Fehler beim Abschliessen der Aufnahme. Bitte versuchen Sie es noch einmal, oder prüfen Sie Ihre Internetverbindung.',
  },
  kept: 'Ihre Datei ist unverändert auf diesem Gerät.',
  keptParts: 'Was schon auf dem Server ist, bleibt dort. Der Upload geht an dieser Stelle weiter.',
  selection: {
    none: 'Es wurde keine Datei gefunden. Wählen Sie eine Audio- oder Videodatei.',
    several: 'Die Bedingungen für Dateien sind nicht erfüllt: Es geht nur eine Datei auf einmal.',
    folder:
      'Die Bedingungen für Dateien sind nicht erfüllt: Ein Ordner geht nicht. Wählen Sie eine Audio- oder Videodatei daraus.',
  },
  stage: {
    offer: 'Die Datei ist über den Grenzen',
    opening: 'Die Datei wird geöffnet',
    analysing: 'Die Aufnahme wird geprüft',
    review: 'Die Aufnahme ist geprüft',
    encoding: 'Die Aufnahme wird umgewandelt',
    sending: 'Die Aufnahme wird hochgeladen',
    completing: 'Der Server prüft die Aufnahme',
    done: 'Die Aufnahme ist auf dem Server',
  },
  position: '{{position}} von {{duration}}',
  stay: 'Lassen Sie diesen Tab offen, bis das dritte Licht leuchtet.',
  leave: {
    title: 'Den Upload verlassen?',
    text: 'Die Aufnahme ist noch nicht vollständig auf dem Server. Wenn Sie die Seite verlassen, wählen Sie die Datei später noch einmal.',
    kept: 'Die Aufnahme ist noch nicht vollständig auf dem Server. Ihre Arbeit bleibt 24 Stunden auf diesem Gerät; hier geht sie weiter.',
    confirm: 'Verlassen',
    stay: 'Bleiben',
  },
  signOut: {
    title: 'Trotzdem abmelden?',
    text: 'Ein Upload ist noch nicht auf dem Server. Mit dem Abmelden verschwindet von diesem Gerät, was geprüft und geschnitten ist.',
  },
  offer: {
    large:
      'Sie können sie trotzdem verwenden: Dieses Gerät macht daraus ein mp3 von etwa {{after}}. Die Datei selbst bleibt hier.',
    largeUnknown:
      'Sie können sie trotzdem verwenden: Dieses Gerät macht daraus ein kleineres mp3. Wie gross es wird, sehen Sie vor dem Hochladen.',
    longTitle: 'Die Aufnahme ist länger als 2:30 Stunden. Kürzen Sie sie.',
    long: 'Die Aufnahme ist {{duration}} lang, möglich sind höchstens 2:30 Stunden. Kürzen Sie sie hier: Lassen Sie Stille weg, oder schneiden Sie ein Stück ab. 2:30 Stunden ergeben etwa {{after}}.',
    accept: 'Prüfen und umwandeln',
    acceptLong: 'Prüfen und kürzen',
  },
  limit: {
    long: 'Noch {{over}} zu lang',
    longText:
      'Höchstens 2:30 Stunden sind möglich, es bleiben {{duration}}. Schneiden Sie ein Stück weg, oder nehmen Sie den Vorschlag an.',
    cutEnd: 'Nach 2:30 Stunden abschneiden ({{size}})',
    large: 'Das Ergebnis ist zu gross',
    largeText: 'Es hätte {{size}}, möglich sind höchstens {{max}}.',
    smaller: 'Mit {{bitrate}} kbit/s umwandeln ({{size}})',
    largeNoWay: 'Kürzen Sie die Aufnahme.',
  },
  output: {
    label: 'Was gesendet wird',
    size: 'Grösse',
    duration: 'Länge',
    change: '{{before}} → {{after}}',
    about: 'etwa {{size}}',
    cut: 'mp3, nur geschnitten: Der Ton bleibt, wie er ist.',
    encode: 'mp3, mono, {{bitrate}} kbit/s. Für die Transkription bleibt alles erhalten.',
  },
  normalise: 'Lautheit angleichen',
  normaliseText: 'Bringt die Aufnahme auf −18 LUFS, Spitzen bleiben unter −1,5 dBTP.',
  cutShort: {
    title: 'Die Datei ist abgeschnitten',
    text: 'Sie enthält {{has}} von {{stated}}, die sie selbst angibt: Das Ende fehlt. Kopieren Sie sie noch einmal von der Quelle, oder laden Sie hoch, was da ist.',
  },
  listen: {
    label: 'Vergleichen',
    recording: 'Aufnahme',
    result: 'Ergebnis',
    resultText: 'Sie hören genau das mp3, das gesendet wird.',
  },
  keeping: {
    title: 'Auf diesem Gerät liegt noch Ihre Arbeit',
    whole: '«{{name}}», {{duration}}, fertig geprüft.',
    cut: 'Auch Ihre Schnitte sind noch da: {{kept}} von {{duration}} bleiben.',
    cutsLost:
      'Was Sie geschnitten hatten, lässt sich nicht mehr lesen. Die Aufnahme ist wieder ungeschnitten: Schneiden Sie sie neu, bevor Sie sie hochladen.',
    soundLost:
      'Was von «{{name}}» auf diesem Gerät lag, lässt sich nicht mehr lesen. Wählen Sie die Datei noch einmal.',
    again: '«{{name}}» ist fertig geprüft. Wählen Sie die Datei noch einmal: Es geht gleich weiter.',
    part: '«{{name}}», bis {{position}} umgewandelt. Wählen Sie die Datei noch einmal: Es geht dort weiter.',
    resume: 'Weiterarbeiten',
    discard: 'Verwerfen',
    until: 'Nach 24 Stunden wird sie von selbst gelöscht.',
    otherTabTitle: 'Dieser Upload ist in einem anderen Tab offen',
    otherTab: 'Arbeiten Sie dort weiter, oder schliessen Sie jenen Tab: Dann erscheint hier, was dort liegt.',
    full: 'Die Datei ist zu gross, um sie aufzubewahren. Auf diesem Gerät ist kein Platz mehr: Was Sie zuletzt getan haben, ginge beim Neuladen verloren. Laden Sie den Tab nicht neu, bevor die Aufnahme auf dem Server ist.',
    elsewhere:
      'Dieser Upload war schon in einem anderen Tab offen; hier wird nichts behalten. Laden Sie den Tab nicht neu, bevor die Aufnahme auf dem Server ist.',
    none: 'Dieser Browser lässt hier nichts ablegen: Laden Sie den Tab nicht neu, bevor die Aufnahme auf dem Server ist.',
  },
  obstacle: {
    insecure: {
      title: 'Diese Verbindung ist nicht gesichert',
      text: 'Browser erlauben die Prüfung von Aufnahmen nur über HTTPS. Öffnen Sie Wortlaut unter der Adresse, die mit https:// beginnt, oder wenden Sie sich an Ihre Administration.',
    },
    no_webassembly: {
      title: 'Dieser Browser ist zu alt',
      text: 'Die Prüfung von Aufnahmen braucht einen aktuellen Browser mit WebAssembly. Aktualisieren Sie ihn, oder nehmen Sie einen anderen.',
    },
  },
};
