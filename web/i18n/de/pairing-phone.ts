/** The side of the phone: the way into a pairing, and the recorder. */
export const pairingPhone = {
  title: 'Als Mikrofon verbinden',
  lead: 'Dieses Gerät nimmt für eine Sitzung auf, die an einem anderen Bildschirm offen ist.',
  code: {
    label: 'Code',
    hint: 'Der andere Bildschirm zeigt ihn, zum Beispiel ABCD-EFGH.',
    empty: 'Bitte geben Sie den Code ein.',
    shape: 'Ein Code hat acht Zeichen. Vergleichen Sie ihn mit dem anderen Bildschirm.',
    submit: 'Weiter',
  },
  scan: {
    start: 'QR-Code scannen',
    stop: 'Kamera ausschalten',
    label: 'Bild der Kamera',
    opening: 'Erlauben Sie im Fenster des Browsers die Kamera.',
    looking: 'Richten Sie die Kamera auf den QR-Code am anderen Bildschirm.',
    other: 'Dieser QR-Code gehört nicht zu einer Kopplung auf diesem Server.',
    failed: 'Der Scanner konnte nicht gestartet werden',
    typed: 'Geben Sie den Code stattdessen im Feld «{{field}}» ein.',
    problem: {
      insecure: 'Browser geben die Kamera nur gesicherten Verbindungen, deren Adresse mit https:// beginnt.',
      unsupported: 'Dieser Browser gibt der Seite keine Kamera.',
      denied: 'Die Kamera ist für diese Seite nicht erlaubt. Sie können das in den Einstellungen ändern.',
      none: 'Dieses Gerät hat keine Kamera.',
      busy: 'Die Kamera ist belegt oder antwortet nicht. Schliessen Sie andere Programme, die sie benutzen.',
      failed: 'Dieser Browser konnte den QR-Code nicht lesen.',
    },
  },
  failed: {
    resolve: 'Der Code konnte nicht geprüft werden. Bitte versuchen Sie es erneut.',
    activate: 'Die Kopplung konnte nicht aktiviert werden. Bitte versuchen Sie es erneut.',
    wait: 'Nächster Versuch in',
  },
  question: {
    title: 'Für «{{title}}» aufnehmen?',
    text: 'Dieses Gerät wird zum Mikrofon der Sitzung. Der andere Bildschirm zeigt, was es hört, und kann die Aufnahme steuern.',
    connect: 'Verbinden',
    untitled: 'Mit diesem Gerät aufnehmen?',
    untitledText:
      'Dieses Gerät wird zum Mikrofon des anderen Bildschirms. Er zeigt, was es hört, und kann die Aufnahme steuern. Anmelden müssen Sie sich hier nicht.',
  },
  unsent: {
    title: 'Von einer früheren Kopplung ist noch nicht alles gesendet',
    text: 'Öffnen Sie sie, damit der Rest gesendet wird. Verbinden Sie dieses Gerät jetzt neu, wartet er hier, bis sich die Person anmeldet, der jene Sitzung gehört.',
    open: 'Frühere Kopplung öffnen',
    connect: 'Trotzdem verbinden',
  },
  compare: {
    title: 'Mit dem anderen Bildschirm vergleichen',
    text: 'Zeigt er für «{{title}}» dieselbe Zahl? Bestätigen Sie sie dort. Hier geht es danach von selbst weiter.',
    untitled: 'Zeigt er dieselbe Zahl? Bestätigen Sie sie dort. Hier geht es danach von selbst weiter.',
    waiting: 'Wartet auf die Bestätigung …',
    lost: 'Dieses Gerät hat gerade keine Verbindung zum Server. Sie wird von selbst wiederhergestellt.',
  },
  over: {
    text: 'Lassen Sie am anderen Bildschirm einen neuen Code anzeigen.',
    again: 'Anderen Code eingeben',
  },
  recorder: {
    link: {
      there: 'Mit dem anderen Bildschirm verbunden',
      away: 'Der andere Bildschirm ist gerade nicht da. Die Aufnahme hängt nicht von ihm ab.',
      connecting: 'Verbindung zum anderen Bildschirm wird aufgebaut …',
      lost: 'Der andere Bildschirm sieht dieses Gerät gerade nicht. Die Aufnahme hängt nicht davon ab.',
    },
    prepare: 'Schalten Sie das Mikrofon ein. Danach kann auch der andere Bildschirm die Aufnahme starten.',
    awake: 'Der Bildschirm bleibt während der Aufnahme an. Lassen Sie diese Seite offen.',
    notAwake:
      'Dieser Browser kann den Bildschirm nicht anlassen. Stellen Sie die automatische Sperre des Geräts aus.',
    elsewhere: {
      title: 'Diese Kopplung ist in einem anderen Tab offen',
      text: 'Nehmen Sie dort auf. Ist er geschlossen, geht es hier von selbst weiter.',
    },
    ended: {
      title: 'Der andere Bildschirm ist nicht mehr verbunden',
      live: 'Die Aufnahme läuft weiter. Beenden Sie sie hier auf diesem Gerät.',
      rest: 'Aufnehmen können Sie auf diesem Gerät auch ohne ihn.',
    },
    closed: {
      title: 'Die Aufnahme dieser Sitzung ist abgeschlossen',
      why: 'Der Server fügt ihr nichts mehr hinzu, zum Beispiel weil sie am anderen Bildschirm abgeschlossen wurde.',
      own: 'Was er nicht hat, kommt danach in eine eigene Sitzung.',
      waits:
        'Was er nicht hat, bleibt auf diesem Gerät, bis sich die Person, der die Sitzung gehört, hier anmeldet. Dann kommt es in eine eigene Sitzung.',
    },
    late: 'Der Befehl «{{command}}» kam zu spät und wurde nicht ausgeführt.',
    refused: 'Der Befehl «{{command}}» wurde nicht ausgeführt.',
    dismiss: 'Meldung schliessen',
  },
  after: {
    unsent: 'Noch {{size}} zu senden. Lassen Sie diese Seite offen.',
    sent: 'Gespeichert und gesendet',
    session: 'Zur Sitzung',
  },
  pass: {
    waits:
      'Was noch nicht gesendet ist, liegt auf diesem Gerät. Damit es gesendet wird, meldet sich die Person, der die Sitzung gehört, hier an und wählt «Hochladen».',
    nothing: 'Auf diesem Gerät wartet nichts mehr auf das Senden.',
    sent: 'Sie können diese Seite schliessen.',
  },
  unknown: {
    title: 'Dieses Gerät gehört nicht zu dieser Kopplung',
    text: 'Die Kopplung ist beendet, gehört zu einem anderen Gerät, oder dieses Gerät kennt sie nicht mehr. Mit einem neuen Code verbinden Sie es wieder.',
    action: 'Code eingeben',
  },
};
