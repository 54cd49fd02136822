export const auth = {
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  register: 'Konto erstellen',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  firstName: 'Vorname',
  lastName: 'Nachname',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  passwordHint: 'Mindestens {{count}} Zeichen. Ein Satz, den nur Sie kennen, ist gut geeignet.',
  signInTitle: 'Anmelden',
  signInText: 'Melden Sie sich an, um Ihre Aufnahmen zu sehen.',
  startSignIn: 'Zur Anmeldung',
  redirecting: 'Sie werden zur Anmeldung weitergeleitet …',
  finishing: 'Die Anmeldung wird abgeschlossen …',
  noAccount: 'Noch kein Konto?',
  hasAccount: 'Schon ein Konto?',
  forgot: 'Passwort vergessen?',
  registerTitle: 'Konto erstellen',
  registerText: 'Das Konto gilt nur auf diesem Server.',
  registerClosed: {
    title: 'Hier können keine neuen Konten erstellt werden',
    text: 'Die Administration dieses Servers hat die Registrierung geschlossen. Bitten Sie sie um ein Konto.',
  },
  demo: {
    title: 'Vorführung',
    text: 'Dies ist ein Server zum Ausprobieren. Was Sie hier speichern, wird beim Beenden gelöscht.',
    action: 'Als Demo-Person anmelden',
  },
  forgotTitle: 'Passwort vergessen',
  forgotNoLink: 'Dieser Server sendet keine Links, mit denen sich ein Passwort zurücksetzen lässt.',
  forgotWhatNow:
    'Wenden Sie sich an die Person, die diesen Server betreut. Ihre Aufnahmen bleiben erhalten. Wenn Ihr Browser Passwörter speichert, finden Sie Ihres vielleicht dort.',
  forgotExternal:
    'Ihr Passwort verwaltet der Anmeldedienst Ihrer Organisation. Dort können Sie es zurücksetzen: Der Link steht auf der Seite, auf der Sie sich anmelden.',
  forgotText:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten einen Link, mit dem Sie ein neues Passwort setzen.',
  link: {
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn es zu {{email}} ein Konto gibt, ist ein Link unterwegs. Er gilt eine Stunde und nur einmal.',
    sentNothing:
      'Kommt nichts an? Sehen Sie im Spam nach, prüfen Sie die Adresse, oder fragen Sie Ihre Administration.',
    again: 'Andere Adresse eingeben',
    over: 'Dieser Link gilt nicht',
    missing:
      'Die Adresse ist unvollständig. Öffnen Sie den Link noch einmal, und zwar ganz, oder fordern Sie einen neuen an.',
    new: 'Neuen Link anfordern',
  },
  reset: {
    title: 'Neues Passwort',
    text: 'Danach gilt nur noch das neue Passwort. Sie werden auf allen Geräten abgemeldet.',
    password: 'Neues Passwort',
    action: 'Passwort setzen',
    doneTitle: 'Das neue Passwort gilt',
    done: 'Sie sind auf allen Geräten abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  },
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Bestätigen Sie, dass die E-Mail mit diesem Link bei Ihnen angekommen ist.',
    action: 'Adresse bestätigen',
    doneTitle: 'Ihre Adresse ist bestätigt',
    done: 'Sie können jetzt Unterlagen per E-Mail teilen.',
    over: 'Er wurde schon benutzt, ein neuerer hat ihn ersetzt, oder er ist abgelaufen. In Ihrem Konto sehen Sie, ob die Adresse bestätigt ist, und erhalten einen neuen Link.',
    toAccount: 'Zu meinem Konto',
  },
  backToSignIn: 'Zurück zur Anmeldung',
  insecure:
    'Diese Seite ist nicht über HTTPS geöffnet. Der Browser erlaubt deshalb weder Anmeldung noch Mikrofon. Öffnen Sie sie über HTTPS oder auf dem Server selbst über localhost.',
  storageRefused:
    'Dieser Browser lässt diese Seite nichts speichern, auch keine Anmeldung. Erlauben Sie ihr Cookies und Websitedaten, oder öffnen Sie sie in einem anderen Fenster oder Browser.',
  field: {
    emailRequired: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
    emailInvalid: 'Das ist keine vollständige E-Mail-Adresse. Sie sieht aus wie name@beispiel.ch.',
    passwordRequired: 'Bitte geben Sie Ihr Passwort ein.',
    passwordShort: 'Das Passwort ist zu kurz. Es braucht mindestens {{count}} Zeichen.',
    passwordLong: 'Das Passwort ist zu lang. Es darf höchstens {{count}} Zeichen haben.',
    passwordCommon:
      'Dieses Passwort benutzen viele; es wird als Erstes erraten. Wählen Sie ein anderes, zum Beispiel einen Satz.',
    passwordRepeated:
      'Dieses Passwort ist eine Wiederholung oder eine Reihe von Tasten. Wählen Sie ein anderes, zum Beispiel einen Satz.',
    passwordOwn:
      'Dieses Passwort ist Ihr Name oder Ihre E-Mail-Adresse. Wählen Sie eines, das niemand von Ihnen weiss.',
    firstNameRequired: 'Bitte geben Sie Ihren Vornamen ein.',
    lastNameRequired: 'Bitte geben Sie Ihren Nachnamen ein.',
    codeInvalid: 'Geben Sie die sechs Ziffern ein, die die App zeigt.',
    recoveryCodeRequired: 'Geben Sie einen Wiederherstellungscode ein.',
    passkeyNameRequired: 'Geben Sie dem Passkey einen Namen.',
  },
  failure: {
    permissionTitle: 'Kein Zugang',
    permission:
      'Ihr Konto ist nicht berechtigt, Wortlaut zu benutzen. Wenden Sie sich an den Support, wenn Sie Zugang brauchen.',
    missing_parameters:
      'Nötige Angaben fehlen: Die Anmeldung ist unvollständig zurückgekommen. Bitte melden Sie sich noch einmal an.',
    state:
      'Die Authentifizierung ist fehlgeschlagen: Die Antwort des Anmeldedienstes gehört nicht zu Ihrer Anmeldung. Das geschieht, wenn sie in einem anderen Tab begonnen oder zu lange gewartet hat. Bitte melden Sie sich noch einmal an.',
    exchange: 'Fehler beim Austausch des Anmeldecodes. Bitte melden Sie sich noch einmal an.',
    login: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
    server:
      'Der Server kann gerade nichts speichern und niemanden anmelden. Versuchen Sie es in einigen Minuten noch einmal; bleibt es dabei, wenden Sie sich an die Administration.',
    logout: 'Die Abmeldung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
    ended: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich wieder an; danach sind Sie am selben Ort.',
    refresh:
      'Ihre Anmeldung konnte nicht verlängert werden. Bitte melden Sie sich wieder an; danach sind Sie am selben Ort.',
    profile:
      'Das Benutzerprofil konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    unreachable:
      'Der Server ist gerade nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
};
