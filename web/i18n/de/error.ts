/** One sentence per error code: what happened, what it means, what to do. `media` stands in media.ts. */
export const error = {
  request: {
    invalid: 'Der Server hat die Angaben nicht verstanden. Prüfen Sie Ihre Eingaben.',
    not_found: 'Unter dieser Adresse gibt es nichts. Laden Sie die Seite neu.',
    too_large: 'Die Angaben sind zu umfangreich für den Server. Kürzen Sie sie.',
    host_mismatch:
      'Die Adresse im Browser passt nicht zu der des Servers. Öffnen Sie Wortlaut unter der Adresse, die Ihnen mitgeteilt wurde.',
    failed:
      'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie dem Support die Kennung {{requestId}}.',
  },
  auth: {
    required: 'Dafür müssen Sie angemeldet sein. Bitte melden Sie sich an.',
    token_expired: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich wieder an.',
    forbidden:
      'Ihr Konto hat dazu keine Berechtigung. Wenden Sie sich an den Support, wenn Sie sie brauchen.',
    code_rejected:
      'Der Anmeldedienst hat die Anmeldung nicht bestätigt. Bitte melden Sie sich noch einmal an.',
    refresh_rejected: 'Ihre Anmeldung gilt nicht mehr. Bitte melden Sie sich wieder an.',
    provider_unreachable:
      'Der Anmeldedienst ist nicht erreichbar. Versuchen Sie es in einigen Minuten noch einmal.',
    interaction_expired: 'Die Anmeldung hat zu lange gewartet. Beginnen Sie sie neu.',
    credentials_wrong: 'E-Mail-Adresse oder Passwort stimmen nicht. Prüfen Sie beide Eingaben.',
    too_many_attempts:
      'Es gab zu viele Versuche. Zu Ihrem Schutz ist die Anmeldung kurz gesperrt; warten Sie einige Minuten.',
    email_taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich damit an.',
    registration_closed:
      'Auf diesem Server können keine neuen Konten erstellt werden. Bitten Sie die Administration um ein Konto.',
  },
  session: {
    not_found: 'Diese Sitzung gibt es nicht, oder sie wurde gelöscht.',
    title_required: 'Bitte geben Sie einen Namen für die Sitzung ein.',
  },
  upload: {
    not_found:
      'Der Server kennt diesen Upload nicht mehr. Starten Sie ihn neu; die Datei liegt noch auf Ihrem Gerät.',
    too_large: 'Die Datei ist grösser, als der Server annimmt. Kürzen oder teilen Sie die Aufnahme.',
    part_too_large: 'Ein Teil des Uploads war zu gross für den Server. Starten Sie den Upload neu.',
    offset_conflict:
      'Der Upload und der Server waren sich nicht einig, was schon da ist. Starten Sie ihn neu.',
    already_complete:
      'Diese Sitzung hat schon eine Aufnahme. Erstellen Sie für eine weitere eine neue Sitzung.',
    no_file: 'Es wurde keine Datei gesandt. Wählen Sie eine aus.',
    disk_full:
      'Der Server hat keinen Platz mehr. Ihre Datei liegt noch auf Ihrem Gerät; wenden Sie sich an die Administration.',
  },
  recording: {
    no_audio: 'Zu dieser Sitzung ist noch kein Ton auf dem Server. Laden Sie die Aufnahme hoch.',
    incomplete: 'Auf dem Server fehlt ein Teil der Aufnahme. Starten Sie den Upload neu.',
    digest_mismatch:
      'Die Aufnahme ist auf dem Server anders angekommen, als sie abgesandt wurde. Starten Sie den Upload neu.',
  },
  player: {
    no_audio: 'Zu dieser Sitzung gibt es keinen Ton.',
    link_expired: 'Die Adresse des Tons ist abgelaufen. Laden Sie die Seite neu.',
  },
  model: {
    not_found: 'Eine Modelldatei fehlt auf dem Server. Wenden Sie sich an die Administration.',
  },
  transcription: {
    model_missing:
      'Auf dem Server fehlt das Sprachmodell. Die Aufnahme ist gespeichert und wird transkribiert, sobald es da ist.',
    model_fetching:
      'Der Server lädt gerade das Sprachmodell. Danach wird die Aufnahme von selbst transkribiert.',
    audio_unreadable:
      'Der Server konnte den Ton nicht lesen. Laden Sie die Aufnahme in einem anderen Format in eine neue Sitzung.',
    audio_too_long: 'Die Aufnahme ist länger als 2:30 Stunden. Kürzen oder teilen Sie sie.',
    audio_deleted:
      'Die Aufbewahrungsfrist war vorbei, bevor die Aufnahme transkribiert war. Der Ton ist gelöscht.',
    failed:
      'Die Transkription ist fehlgeschlagen. Die Aufnahme ist gespeichert. Versuchen Sie es noch einmal oder wenden Sie sich an den Support.',
  },
  worker: {
    crashed:
      'Die Verarbeitung auf Ihrem Gerät ist abgebrochen, vielleicht aus Mangel an Arbeitsspeicher. Schliessen Sie andere Tabs und versuchen Sie es noch einmal.',
    failed: 'Die Verarbeitung auf Ihrem Gerät ist fehlgeschlagen. Versuchen Sie es noch einmal.',
  },
  network: {
    failed:
      'Die Verbindung ist unterbrochen. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
    timeout: 'Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
    unexpected:
      'Es kam eine Antwort, die nicht von Wortlaut stammt. Vielleicht sperrt Ihr Netzwerk die Adresse.',
  },
  unknown: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
};
