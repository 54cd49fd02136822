export const account = {
  title: 'Konto',
  loadFailed: 'Das Konto konnte nicht geladen werden',
  recordingFirst:
    'Es läuft noch eine Aufnahme, oder sie ist noch nicht ganz auf dem Server. Schliessen Sie sie zuerst ab.',
  address: {
    confirmed: 'Diese Adresse ist bestätigt.',
    open: 'Diese Adresse ist noch nicht bestätigt',
    why: 'Erst mit einer bestätigten Adresse können Sie Unterlagen per E-Mail teilen. Wir senden Ihnen einen Link, den Sie öffnen.',
    send: 'Bestätigung senden',
    sent: 'Der Link ist unterwegs. Sehen Sie in Ihr Postfach, auch im Spam.',
    noMail: 'Dieser Server kann keine E-Mail senden. Fragen Sie Ihre Administration.',
  },
  external: {
    title: 'Passwort und Anmeldungen',
    text: 'Ihr Konto führt der Anmeldedienst Ihrer Organisation. Passwort, Name und Adresse ändern Sie dort.',
    close: 'Möchten Sie Wortlaut nicht mehr benutzen, bitten Sie Ihre Administration, Ihre Daten zu löschen.',
  },
  password: {
    title: 'Passwort ändern',
    text: 'Auf Ihren anderen Geräten werden Sie damit abgemeldet.',
    current: 'Jetziges Passwort',
    wrong: 'Das jetzige Passwort stimmt nicht. Prüfen Sie die Eingabe.',
    done: 'Das neue Passwort gilt. Auf anderen Geräten sind Sie abgemeldet.',
  },
  signIns: {
    title: 'Wo Sie angemeldet sind',
    loadFailed: 'Die Anmeldungen konnten nicht geladen werden',
    failed: 'Die Abmeldung ist fehlgeschlagen',
    unknown: 'Unbekanntes Gerät',
    began: 'angemeldet am {{when}}',
    seen: 'zuletzt benutzt am {{when}}',
    current: 'dieses Gerät',
    end: 'Abmelden',
    endName: '{{device}} abmelden, angemeldet am {{when}}',
    all: 'Überall abmelden',
    allTitle: 'Überall abmelden?',
    allText:
      'Auch dieses Gerät wird abgemeldet. Was darauf noch nicht gesendet ist, verschwindet von ihm; Aufnahmen bleiben.',
  },
  unsent: {
    title: 'Auf diesem Gerät ist noch nicht alles gesendet',
    here: 'Noch nicht auf dem Server: {{list}}.',
    recordings_one: '{{count}} Aufnahme',
    recordings_other: '{{count}} Aufnahmen',
    files_one: '{{count}} Datei',
    files_other: '{{count}} Dateien',
    lost: 'Mit dem Schliessen geht das verloren. Senden Sie es zuerst, wenn Sie es behalten wollen.',
    unknown:
      'Ob auf diesem Gerät noch Aufnahmen oder Dateien sind, die der Server nicht hat, liess sich nicht feststellen.',
  },
  close: {
    title: 'Konto schliessen',
    text: 'Damit werden Ihr Konto und alles gelöscht, was darin gespeichert ist.',
    open: 'Konto schliessen …',
    question: 'Konto schliessen?',
    deletes:
      'Gelöscht werden alle Ihre Sitzungen mit Aufnahmen, Transkripten, Notizen und Ergebnissen, Ihre Korrekturen, Ihr Profil und Ihre Anmeldungen. Das lässt sich nicht rückgängig machen.',
    keep: 'Laden Sie vorher herunter, was Sie behalten wollen. Was Sie per E-Mail geteilt haben, bleibt bei denen, die es erhalten haben.',
    sure: 'Ja, alle meine Daten sollen gelöscht werden.',
    action: 'Endgültig schliessen',
    done: 'Ihr Konto ist geschlossen, und Ihre Daten sind gelöscht.',
  },
};
