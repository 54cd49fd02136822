/** One sentence for each error code: what happened, what it means, what to do. The sentences of `media` are in `media.ts`. */
export const error = {
  request: {
    invalid: 'Der Server hat die Angaben nicht verstanden. Prüfen Sie Ihre Eingaben.',
    not_found: 'Unter dieser Adresse gibt es nichts. Laden Sie die Seite neu.',
    too_large: 'Die Angaben sind zu umfangreich für den Server. Kürzen Sie sie.',
    host_mismatch:
      'Die Adresse im Browser passt nicht zu der des Servers. Öffnen Sie Wortlaut unter der Adresse, die Ihnen mitgeteilt wurde.',
    failed:
      'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie dem Support die Kennung {{requestId}}.',
    method: 'Das ist unter dieser Adresse nicht möglich. Laden Sie die Seite neu.',
    timeout:
      'Ihre Angaben kamen zu langsam beim Server an. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
    media_type:
      'Der Server nimmt diese Art von Daten hier nicht an. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
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
    not_configured:
      'Für diese Adresse ist keine Anmeldung eingerichtet. Öffnen Sie Wortlaut unter der Adresse, die Ihnen mitgeteilt wurde, oder wenden Sie sich an die Administration.',
    interaction_expired: 'Die Anmeldung hat zu lange gewartet. Beginnen Sie sie neu.',
    credentials_wrong: 'E-Mail-Adresse oder Passwort stimmen nicht. Prüfen Sie beide Eingaben.',
    too_many_attempts:
      'Es gab zu viele Versuche. Zu Ihrem Schutz ist die Anmeldung kurz gesperrt; warten Sie einige Minuten.',
    email_taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich damit an.',
    password_weak:
      'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein anderes, zum Beispiel einen Satz, den nur Sie kennen.',
    registration_closed:
      'Auf diesem Server können keine neuen Konten erstellt werden. Bitten Sie die Administration um ein Konto.',
    link_expired:
      'Dieser Link gilt nicht mehr: Er wurde schon benutzt, ein neuerer hat ihn ersetzt, oder er ist abgelaufen. Fordern Sie einen neuen an.',
    not_local:
      'Dieses Konto führt ein anderer Anmeldedienst. Passwort und Konto lassen sich nur dort ändern; fragen Sie Ihre Administration.',
    busy: 'Im Moment melden sich sehr viele an. Versuchen Sie es in einigen Sekunden noch einmal.',
    factor_required: 'Dieses Konto hat inzwischen einen zweiten Faktor. Bestätigen Sie auch damit.',
    factor_wrong:
      'Das stimmt nicht: Der Code ist falsch oder abgelaufen, oder der Passkey wurde nicht angenommen. Versuchen Sie es mit dem Code, der jetzt gilt.',
    factor_used:
      'Dieser Code wurde schon benutzt. Warten Sie auf den nächsten; das dauert höchstens eine Minute.',
    factor_setup_expired:
      'Das hat zu lange gedauert, oder das Konto wurde inzwischen geändert. Schliessen Sie dieses Fenster, und beginnen Sie neu.',
    factor_off:
      'Diesen zweiten Faktor gibt es nicht mehr. Laden Sie die Seite neu, um den jetzigen Stand zu sehen.',
    passkey_unavailable:
      'Unter der Adresse dieses Servers gehen keine Passkeys. Nehmen Sie eine App für Einmalcodes.',
    passkey_too_many: 'Das Konto hat schon so viele Passkeys, wie es haben darf. Entfernen Sie zuerst einen.',
  },
  passkey: {
    cancelled:
      'Der Browser hat keinen Passkey erhalten: Die Frage wurde geschlossen oder hat zu lange gewartet. Versuchen Sie es noch einmal.',
    known:
      'Dieses Gerät hat schon einen Passkey für Ihr Konto. Nehmen Sie ein anderes Gerät oder einen Sicherheitsschlüssel.',
    failed:
      'Der Browser konnte den Passkey nicht benutzen. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
  },
  session: {
    not_found: 'Diese Sitzung gibt es nicht, oder sie wurde gelöscht.',
    title_too_long: 'Der Name der Sitzung ist zu lang. Er darf höchstens 200 Zeichen haben. Kürzen Sie ihn.',
    title_invalid: 'Der Name der Sitzung muss ein Text sein. Geben Sie ihn noch einmal ein.',
    title_required: 'Bitte geben Sie einen Namen für die Sitzung ein.',
    notes_conflict:
      'Die Notizen wurden inzwischen anderswo geändert. Entscheiden Sie, was bleiben soll; noch ist nichts verloren.',
    edits_conflict:
      'Das Transkript wurde inzwischen anderswo geändert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    edit_invalid:
      'Die Änderung passt nicht mehr zum Transkript. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    key_reused:
      'Diese Sitzung gibt es schon, mit anderen Angaben. Öffnen Sie sie in der Bibliothek, und passen Sie sie dort an.',
    gone: 'Diese Sitzung wurde inzwischen gelöscht. Erstellen Sie eine neue.',
    edits_full:
      'Dieses Transkript hat das Höchstmass an Text und Änderungen erreicht. Ihre letzte Änderung ist noch nicht gespeichert; kürzen Sie sie, oder halten Sie sie in den Notizen fest.',
    draft_closed:
      'Es gibt schon ein Transkript oder den ganzen Entwurf der Aufnahme, oder jemand hat den Entwurf bearbeitet. Dieser Entwurf wurde nicht gespeichert; laden Sie die Seite neu, um den vorhandenen Text zu sehen.',
    settings_too_large: 'Die Einstellungen der Sitzung sind zu umfangreich. Kürzen Sie sie auf 16 kB.',
    day_limit:
      'Sie haben in 24 Stunden so viele Sitzungen erstellt, wie erlaubt ist. Weitere sind ab {{when}} möglich; Aufnahmen bleiben bis dahin auf diesem Gerät.',
  },
  domain: {
    changed:
      'Jemand anderes hat diese Einstellungen inzwischen geändert. Was Sie geschrieben haben, steht noch hier.',
    off: 'Dieser Server bietet diese Funktion nicht an. Ihre Aufnahmen sind nicht betroffen; wenden Sie sich an Ihre Administration, wenn Sie sie brauchen.',
    name_taken:
      'Diese Adresse gehört zu einem anderen Eintrag, oder es gibt darunter Personen oder Sitzungen. Wählen Sie einen anderen Namen. Löschen lässt sich nur, was leer ist.',
    last_superuser:
      'Diese Person ist die letzte, die diese Adresse verwaltet. Ernennen Sie zuerst eine weitere.',
    match_required:
      'Die Seite hat nicht gesagt, welchen Stand sie geändert hat. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    retention_notice:
      'Eine kürzere Frist muss angekündigt werden. Wählen Sie einen Tag, der mindestens 30 Tage voraus liegt.',
    config_too_large: 'Die Konfiguration dieser Adresse ist zu lang. Kürzen Sie sie auf 16 kB.',
  },
  announcement: {
    not_found: 'Diese Ankündigung gibt es nicht mehr. Laden Sie die Liste neu.',
    too_many: 'Eine Adresse hat höchstens 100 Ankündigungen. Löschen Sie zuerst solche, die vorbei sind.',
  },
  survey: {
    id_reused:
      'Diese Antwort wurde nicht gespeichert, weil ihre Kennung schon verwendet ist. Laden Sie die Seite neu.',
  },
  pairing: {
    not_found: 'Diese Kopplung gibt es nicht. Beginnen Sie eine neue.',
    code_wrong:
      'Dieser Code stimmt nicht, wurde schon gebraucht oder ist abgelaufen. Lassen Sie sich einen neuen anzeigen.',
    address_unusable: 'Die Adresse dieses Servers ist für ein Handy nicht brauchbar.',
    verification_wrong: 'Die beiden Bildschirme zeigen nicht dieselbe Zahl. Vergleichen Sie noch einmal.',
    not_waiting: 'Die Kopplung wartet nicht auf eine Bestätigung. Beginnen Sie eine neue.',
    not_connected:
      'Die Kopplung ist noch nicht bestätigt. Bestätigen Sie sie zuerst auf dem anderen Bildschirm.',
    connected: 'Mit dieser Sitzung ist schon ein Handy verbunden.',
    not_this_phone: 'Ein anderes Gerät gehört zu dieser Kopplung.',
    expired: 'Die Kopplung ist beendet. Beginnen Sie eine neue.',
    too_many: 'Es gab zu viele Versuche. Weitere sind ab {{when}} möglich.',
    microphone_needed:
      'Auf dem Handy muss zuerst jemand das Mikrofon einschalten: Ohne das gibt der Browser keinen Ton.',
    command_unfit: 'Das passt nicht zu dem, was das Handy gerade tut.',
    command_lost:
      'Die Verbindung des Handys war unterbrochen. Der Befehl wurde nicht ausgeführt; geben Sie ihn noch einmal.',
  },
  role: {
    none: 'Sie haben keine Rolle gewählt. Wählen Sie eine im Menü Ihres Kontos.',
    not_found: 'Sie haben diese Rolle nicht mehr. Wählen Sie eine andere.',
  },
  person: {
    has_content:
      'Diese Person hat schon eigene Sitzungen. Verbinden lässt sich nur eine Anmeldung ohne Inhalt.',
    not_found: 'Diese Person wurde unter dieser Adresse nicht gefunden. Laden Sie die Liste neu.',
  },
  export: {
    nothing_there:
      'Für dieses Dokument gibt es noch keinen Inhalt. Warten Sie, bis er da ist, oder wählen Sie etwas anderes.',
    type_unknown: 'Dieses Dokument gibt es zu dieser Sitzung nicht. Laden Sie die Seite neu.',
    failed:
      'Der Server konnte das Dokument nicht erstellen. Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an den Support.',
  },
  share: {
    not_verified:
      'Zum Teilen muss Ihre E-Mail-Adresse bestätigt sein. Lassen Sie sich einen Link senden, und öffnen Sie ihn.',
    mail_missing:
      'E-Mail ist auf diesem Server nicht eingerichtet. Laden Sie die Unterlagen herunter, und senden Sie sie selbst.',
    mail_failed:
      'Der Mailserver hat die Nachricht nicht angenommen. Versuchen Sie es später noch einmal; bleibt es dabei, wenden Sie sich an die Administration.',
    recipient_refused: 'Der Mailserver lehnt die Adressen ab. Prüfen Sie sie.',
    too_large: 'Die Unterlagen sind zu gross für eine E-Mail. Wählen Sie weniger, oder ein kleineres Format.',
    too_many:
      'Sie haben in der letzten Stunde sehr viele E-Mails gesendet. Warten Sie eine Weile, und versuchen Sie es noch einmal.',
    day_limit:
      'Sie haben in 24 Stunden so vielen verschiedenen Personen geschrieben, wie erlaubt ist. Weitere sind ab {{when}} möglich; wem Sie heute schon geschrieben haben, dem können Sie weiter schreiben.',
    server_day_limit:
      'Dieser Server hat in 24 Stunden so viele E-Mails gesendet, wie er darf. Weitere sind ab {{when}} möglich; laden Sie die Unterlagen sonst herunter, und senden Sie sie selbst.',
    interrupted:
      'Der Server wurde beim Senden angehalten. Vielleicht haben einige die E-Mail schon; fragen Sie nach, bevor Sie noch einmal senden.',
  },
  storage: {
    full: 'Der Server hat keinen Platz mehr und kann nichts speichern. Wenden Sie sich an die Administration.',
    busy: 'Die Datenbank des Servers ist gerade gesperrt. Versuchen Sie es in einigen Sekunden noch einmal.',
    damaged:
      'Die Datenbank des Servers ist beschädigt. Wenden Sie sich an die Administration; sie kann sie aus einer Sicherung zurückholen.',
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
    active:
      'Ein Gerät sendet noch an dieser Aufnahme. Warten Sie zwei Minuten nach dem letzten Teil, oder übernehmen Sie sie trotzdem.',
    adopted:
      'Diese Aufnahme wurde auf dem Server schon übernommen. Was dieses Gerät darüber hinaus hat, kommt in eine eigene Sitzung.',
    no_file: 'Es wurde keine Datei gesendet. Wählen Sie eine aus.',
    disk_full:
      'Der Server hat keinen Platz mehr. Ihre Datei liegt noch auf Ihrem Gerät; wenden Sie sich an die Administration.',
    quota_exceeded:
      'Der Speicherplatz Ihres Kontos ist aufgebraucht. Ihre Aufnahme liegt noch auf Ihrem Gerät; löschen Sie alte Sitzungen oder wenden Sie sich an die Administration.',
    too_many:
      'Sie haben zu viele Uploads begonnen. Schliessen Sie in der Bibliothek welche ab, oder verwerfen Sie sie.',
    one_file: 'Es wurde mehr als eine Datei gesendet. Senden Sie jede für sich, in einer eigenen Sitzung.',
    empty: 'Die Datei ist leer. Wählen Sie eine andere.',
  },
  preview: {
    model_missing:
      'Das Sprachmodell für den Entwurf fehlt auf dem Server oder ist beschädigt. Die Aufnahme ist davon nicht betroffen. Warten Sie auf das Transkript vom Server, und wenden Sie sich an die Administration.',
    model_unreachable:
      'Das Sprachmodell für den Entwurf konnte nicht vom Server geladen werden. Die Aufnahme ist davon nicht betroffen. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
    memory_full:
      'Dieses Gerät hat zu wenig freien Speicher für den Entwurf. Die Aufnahme ist davon nicht betroffen. Schliessen Sie andere Tabs und Programme, und versuchen Sie es noch einmal, oder warten Sie auf das Transkript vom Server.',
    engine_failed:
      'Der Entwurf auf diesem Gerät wurde abgebrochen. Die Aufnahme ist davon nicht betroffen. Versuchen Sie es noch einmal, oder warten Sie auf das Transkript vom Server.',
    sound_lost:
      'Die Auswertung des Tons ist ausgefallen, und mit ihr der Entwurf. Die Aufnahme ist davon nicht betroffen. Warten Sie auf das Transkript vom Server.',
  },
  capture: {
    device_full:
      'Auf dem Gerät, das aufnimmt, ist kein Platz mehr. Was noch nicht auf dem Server ist, liegt nur in seinem Arbeitsspeicher: Lassen Sie die Seite dort offen, und machen Sie Platz frei.',
    device_unstored:
      'Der Browser des Geräts, das aufnimmt, speichert nichts. Was noch nicht auf dem Server ist, ginge mit der Seite verloren: Lassen Sie sie dort offen.',
    insecure:
      'Browser geben das Mikrofon nur über eine gesicherte Verbindung frei. Öffnen Sie Wortlaut unter der Adresse, die mit https:// beginnt, oder wenden Sie sich an Ihre Administration.',
    unsupported:
      'Dieser Browser kann nicht aufnehmen. Nehmen Sie einen aktuellen Browser, oder nehmen Sie mit einem anderen Gerät auf und laden die Datei hoch.',
    denied:
      'Fehler beim Zugriff auf das Mikrofon: Es ist für diese Seite nicht erlaubt. Prüfen Sie die Berechtigung.',
    dismissed: 'Die Frage nach dem Mikrofon blieb ohne Antwort. Fragen Sie noch einmal, und erlauben Sie es.',
    blocked:
      'Eine Richtlinie verbietet dieser Seite das Mikrofon. Öffnen Sie Wortlaut in einem eigenen Tab, oder wenden Sie sich an Ihre Administration.',
    no_device: 'Es wurde kein Mikrofon gefunden. Schliessen Sie eines an, und versuchen Sie es noch einmal.',
    busy: 'Das Mikrofon ist belegt oder antwortet nicht. Schliessen Sie andere Programme, die es verwenden, und versuchen Sie es noch einmal.',
    failed:
      'Die Aufnahme konnte nicht beginnen. Bitte wenden Sie sich an den Support. Versuchen Sie es vorher noch einmal.',
    suspended:
      'Der Browser hält den Ton dieser Seite an, vielleicht wegen eines Anrufs. Klicken oder tippen Sie auf die Seite: Danach geht die Aufnahme weiter.',
    switched:
      'Das gewählte Mikrofon ist weg. Die Aufnahme geht mit einem anderen weiter; prüfen Sie, ob es das richtige ist.',
    system_audio:
      'Der Ton des Tabs oder des Computers ist nicht dabei. Teilen Sie noch einmal, und wählen Sie «Audio teilen»; das Mikrofon wird weiter aufgenommen.',
  },
  recording: {
    elsewhere:
      'Diese Sitzung wird schon in einem anderen Tab aufgenommen. Nehmen Sie dort weiter auf, oder beenden Sie die Aufnahme zuerst.',
    not_kept:
      'Diese Aufnahme liegt nicht mehr auf diesem Gerät. Vielleicht wurde sie in einem anderen Tab abgeschlossen oder verworfen.',
    no_audio: 'Zu dieser Sitzung ist noch kein Ton auf dem Server. Laden Sie die Aufnahme hoch.',
    incomplete: 'Auf dem Server fehlt ein Teil der Aufnahme. Starten Sie den Upload neu.',
    digest_mismatch:
      'Die Aufnahme ist auf dem Server anders angekommen, als sie gesendet wurde. Starten Sie den Upload neu.',
  },
  player: {
    no_audio: 'Zu dieser Sitzung gibt es keinen Ton.',
    link_expired: 'Die Adresse des Tons ist abgelaufen. Laden Sie die Seite neu.',
    preparing:
      'Der Ton wird gerade zum Abspielen vorbereitet. Versuchen Sie es in einigen Sekunden noch einmal.',
  },
  model: {
    not_found: 'Eine Modelldatei fehlt auf dem Server. Wenden Sie sich an die Administration.',
  },
  notes: { nothing_to_enhance: 'Es gibt keine Notizen zum Überarbeiten. Schreiben Sie zuerst welche.' },
  processing: {
    no_audio: 'Zu dieser Sitzung gibt es keinen Ton mehr, der transkribiert werden kann.',
    under_way: 'Die Sitzung wird gerade bearbeitet. Warten Sie, bis das beendet ist, oder brechen Sie es ab.',
    nothing_to_cancel: 'Es gibt nichts mehr abzubrechen: Die Arbeit ist schon beendet.',
    option_unknown: 'Diese Auswertung gibt es auf dem Server nicht. Laden Sie die Seite neu.',
    model_missing:
      'Dafür braucht es ein Sprachmodell, und auf diesem Server ist keines eingerichtet. Die Administration kann eines einrichten.',
    no_transcript: 'Es gibt noch kein Transkript. Warten Sie, bis die Aufnahme transkribiert ist.',
    prompt_required: 'Schreiben Sie, was Sie wissen wollen.',
    too_many:
      'Zu dieser Sitzung entstehen schon sehr viele Auswertungen. Warten Sie, bis einige fertig sind.',
    model_unreachable:
      'Das Sprachmodell antwortet nicht. Versuchen Sie es später noch einmal; dauert es lange, wenden Sie sich an die Administration.',
    model_refused:
      'Das Sprachmodell weist diesen Server ab. Die Administration muss den Zugang prüfen; versuchen Sie es danach noch einmal.',
    model_unknown:
      'Der Dienst kennt das eingestellte Sprachmodell nicht. Die Administration muss die Einstellung prüfen; versuchen Sie es danach noch einmal.',
    model_busy:
      'Das Sprachmodell ist überlastet und hatte auch nach Wartezeit keine Zeit. Versuchen Sie es in einigen Minuten noch einmal.',
    model_failed:
      'Beim Sprachmodell ist ein Fehler aufgetreten, auch bei weiteren Versuchen. Versuchen Sie es später noch einmal.',
    model_silent:
      'Vom Sprachmodell kam zu lange kein Wort. Vielleicht ist es überlastet; versuchen Sie es noch einmal.',
    answer_cut:
      'Die Antwort des Sprachmodells brach mehrmals mittendrin ab. Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an die Administration.',
    answer_unusable:
      'Das Sprachmodell hat auch auf Nachfrage nicht geliefert, was verlangt war. Versuchen Sie es noch einmal, oder fragen Sie anders.',
    context_too_small:
      'Das Sprachmodell kann zu wenig Text auf einmal lesen. Kürzen Sie Ihre Frage oder Hinweise; hilft das nicht, muss die Administration ein grösseres einstellen.',
    cancelled: 'Die Auswertung wurde auf Wunsch beendet. Sie können sie jederzeit neu starten.',
    failed:
      'Bei der Auswertung ist auf dem Server ein Fehler aufgetreten. Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an den Support.',
  },
  transcription: {
    model_missing:
      'Auf dem Server fehlt das Erkennungsmodell. Die Aufnahme ist gespeichert und wird transkribiert, sobald es da ist.',
    model_fetching:
      'Der Server lädt gerade das Erkennungsmodell. Danach wird die Aufnahme von selbst transkribiert.',
    audio_unreadable:
      'Der Server konnte den Ton nicht lesen. Laden Sie die Aufnahme in einem anderen Format in eine neue Sitzung.',
    audio_too_long: 'Die Aufnahme ist länger als 2:30 Stunden. Kürzen oder teilen Sie sie.',
    audio_deleted:
      'Die Aufbewahrungsfrist war vorbei, bevor die Aufnahme transkribiert war. Der Ton ist gelöscht.',
    failed:
      'Die Transkription ist fehlgeschlagen. Die Aufnahme ist gespeichert. Versuchen Sie es noch einmal oder wenden Sie sich an den Support.',
    engine_unreachable:
      'Der Transkriptionsdienst antwortet nicht. Die Aufnahme ist gespeichert und wird transkribiert, sobald er wieder da ist; dauert es lange, wenden Sie sich an die Administration.',
    engine_refused:
      'Der Transkriptionsdienst weist diesen Server ab. Die Aufnahme ist gespeichert; die Administration muss den Zugang prüfen, danach geht es von selbst weiter.',
    engine_model_unknown:
      'Der Transkriptionsdienst kennt das eingestellte Modell nicht. Die Aufnahme ist gespeichert; die Administration muss die Einstellung prüfen.',
    audio_empty:
      'Die Datei ist leer. Prüfen Sie sie auf Ihrem Gerät, und laden Sie sie in eine neue Sitzung.',
    audio_encrypted:
      'Die Datei ist verschlüsselt oder kopiergeschützt. Laden Sie eine ungeschützte Fassung in eine neue Sitzung.',
    audio_no_sound_track:
      'Die Datei hat keine Tonspur. Wählen Sie eine mit Ton, und laden Sie sie in eine neue Sitzung.',
    disk_full:
      'Der Server hat keinen Platz mehr, um zu arbeiten. Die Aufnahme ist gespeichert; wenden Sie sich an die Administration.',
    cancelled:
      'Sie wurde auf Wunsch beendet. Die Aufnahme ist gespeichert; Sie können die Transkription jederzeit wieder starten.',
  },
  worker: {
    crashed:
      'Die Verarbeitung auf Ihrem Gerät ist abgebrochen, vielleicht aus Mangel an Arbeitsspeicher. Schliessen Sie andere Tabs und versuchen Sie es noch einmal.',
    failed: 'Die Verarbeitung auf Ihrem Gerät ist fehlgeschlagen. Versuchen Sie es noch einmal.',
    part_missing:
      'Ein Teil von Wortlaut konnte nicht geladen werden: Die Verbindung fehlt oder ist zu langsam, oder ein Werbeblocker oder eine Richtlinie hält ihn zurück. Prüfen Sie das, und laden Sie die Seite neu.',
    wasm_refused:
      'Dieser Browser verbietet der Seite WebAssembly, und ohne das kann sie Ton weder prüfen noch aufnehmen. Der Grund ist eine Richtlinie oder eine Sicherheitseinstellung. Erlauben Sie es für diese Seite, nehmen Sie einen anderen Browser, oder wenden Sie sich an Ihre Administration.',
    wasm_broken:
      'Ein Teil von Wortlaut ist beschädigt angekommen und lässt sich nicht ausführen. Laden Sie die Seite neu; bleibt es dabei, wenden Sie sich an Ihre Administration.',
    memory_full:
      'Der Arbeitsspeicher reicht nicht: Der Browser gibt dieser Seite keinen weiteren. Schliessen Sie andere Tabs und Programme, und versuchen Sie es noch einmal.',
  },
  network: {
    failed:
      'Die Verbindung ist unterbrochen. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
    timeout: 'Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
    unexpected:
      'Das sieht nach einem Netzwerkfehler aus, die Adresse ist vielleicht gesperrt: Es kam eine Antwort, die nicht von Wortlaut stammt. Versuchen Sie es noch einmal; bleibt es so, lassen Sie die Adresse von Ihrer Netzwerkbetreuung freigeben.',
  },
  unknown:
    'Ein unerwarteter Fehler ist aufgetreten. Versuchen Sie es noch einmal; bleibt es dabei, nennen Sie dem Support die Kennung {{reference}}: Unter ihr steht die Ursache im Protokoll des Servers oder in der Konsole dieses Browsers.',
  user: {
    config_too_large: 'Ihre Einstellungen sind zu umfangreich für den Server. Kürzen Sie sie auf 16 kB.',
  },
};
