export const auth = {
  signIn: 'Accedi',
  signOut: 'Esci',
  register: 'Crea un account',
  email: 'Indirizzo e-mail',
  password: 'Password',
  firstName: 'Nome',
  lastName: 'Cognome',
  showPassword: 'Mostra la password',
  hidePassword: 'Nascondi la password',
  passwordHint: 'Almeno {{count}} caratteri. Una frase che conosce solo Lei va bene.',
  signInTitle: 'Accedere',
  signInText: 'Acceda per vedere le Sue registrazioni.',
  startSignIn: 'All’accesso',
  redirecting: 'Passaggio alla pagina di accesso …',
  finishing: 'L’accesso viene completato …',
  noAccount: 'Non ha ancora un account?',
  hasAccount: 'Ha già un account?',
  forgot: 'Password dimenticata?',
  registerTitle: 'Creare un account',
  registerText: 'L’account vale solo su questo server.',
  registerClosed: {
    title: 'Qui non si possono creare nuovi account',
    text: 'L’amministrazione di questo server ha chiuso la registrazione. Le chieda un account.',
  },
  demo: {
    title: 'Dimostrazione',
    text: 'Questo server serve per provare. Ciò che salva qui viene eliminato quando si ferma.',
    action: 'Accedi come persona dimostrativa',
  },
  forgotTitle: 'Password dimenticata',
  forgotNoLink: 'Questo server non invia link per reimpostare una password.',
  forgotWhatNow:
    'Si rivolga alla persona che cura questo server. Le Sue registrazioni restano. Se il Suo browser memorizza le password, forse trova lì la Sua.',
  forgotExternal:
    'La Sua password è gestita dal servizio di accesso della Sua organizzazione. Lì può reimpostarla: il link si trova nella pagina in cui accede.',
  forgotText:
    'Inserisca l’indirizzo e-mail del Suo account. Riceverà un link con cui impostare una nuova password.',
  link: {
    send: 'Invia link',
    sentTitle: 'Guardi nella Sua casella',
    sent: 'Se esiste un account per {{email}}, un link è in arrivo. Vale un’ora e una sola volta.',
    sentNothing:
      'Non arriva nulla? Guardi nello spam, controlli l’indirizzo o si rivolga alla Sua amministrazione.',
    again: 'Inserisci un altro indirizzo',
    over: 'Questo link non è valido',
    missing: 'L’indirizzo è incompleto. Apra di nuovo il link per intero, oppure ne richieda uno nuovo.',
    new: 'Richiedi un nuovo link',
  },
  reset: {
    title: 'Nuova password',
    text: 'Dopo vale solo la nuova password. L’accesso termina su tutti i dispositivi.',
    password: 'Nuova password',
    action: 'Imposta la password',
    doneTitle: 'La nuova password è valida',
    done: 'L’accesso è terminato su tutti i dispositivi. Acceda con la nuova password.',
  },
  confirm: {
    title: 'Confermare l’indirizzo e-mail',
    text: 'Confermi che l’e-mail con questo link Le è arrivata.',
    action: 'Conferma l’indirizzo',
    doneTitle: 'Il Suo indirizzo è confermato',
    done: 'Ora può condividere documenti per e-mail.',
    over: 'È già stato usato, uno più recente lo ha sostituito, oppure è scaduto. Il Suo account mostra se l’indirizzo è confermato e Le invia un nuovo link.',
    toAccount: 'Al mio account',
  },
  backToSignIn: 'Torna all’accesso',
  insecure:
    'Questa pagina non è aperta tramite HTTPS. Il browser non consente quindi né l’accesso né il microfono. La apra tramite HTTPS oppure, sul server stesso, tramite localhost.',
  storageRefused:
    'Questo browser non lascia salvare nulla a questa pagina, nemmeno un accesso. Le permetta i cookie e i dati dei siti, oppure la apra in un’altra finestra o in un altro browser.',
  field: {
    emailRequired: 'Inserisca il Suo indirizzo e-mail.',
    emailInvalid: 'L’indirizzo e-mail non è completo. Ha la forma nome@esempio.ch.',
    passwordRequired: 'Inserisca la Sua password.',
    passwordShort: 'La password è troppo corta. Servono almeno {{count}} caratteri.',
    passwordLong: 'La password è troppo lunga. Al massimo {{count}} caratteri.',
    passwordCommon:
      'Questa password è molto diffusa; è la prima a essere indovinata. Ne scelga un’altra, per esempio una frase.',
    passwordRepeated:
      'Questa password è una ripetizione o una fila di tasti. Ne scelga un’altra, per esempio una frase.',
    passwordOwn:
      'Questa password è il Suo nome o il Suo indirizzo e-mail. Ne scelga una che nessuno sa di Lei.',
    firstNameRequired: 'Inserisca il Suo nome.',
    lastNameRequired: 'Inserisca il Suo cognome.',
    codeInvalid: 'Inserisca le sei cifre mostrate dall’app.',
    recoveryCodeRequired: 'Inserisca un codice di recupero.',
    passkeyNameRequired: 'Dia un nome alla passkey.',
  },
  failure: {
    permissionTitle: 'Nessun accesso',
    permission:
      'Il Suo account non è autorizzato a usare Wortlaut. Si rivolga al supporto se ha bisogno dell’accesso.',
    missing_parameters: 'Mancano parametri necessari: l’accesso è tornato incompleto. Acceda di nuovo.',
    state:
      'L’autenticazione non è riuscita: la risposta del servizio di accesso non appartiene al Suo accesso. Succede quando è iniziato in un’altra scheda o ha atteso troppo. Acceda di nuovo.',
    exchange: 'Errore nello scambio del codice di autenticazione. Acceda di nuovo.',
    login: 'L’accesso non è riuscito. Riprovi.',
    server:
      'Al momento il server non può salvare nulla né far accedere nessuno. Riprovi tra qualche minuto; se continua, si rivolga all’amministrazione.',
    logout: 'L’uscita non è riuscita. Riprovi.',
    ended: 'Il Suo accesso è scaduto. Acceda di nuovo; tornerà nello stesso punto.',
    refresh: 'Il Suo accesso non ha potuto essere prolungato. Acceda di nuovo; tornerà nello stesso punto.',
    profile: 'Il profilo utente non ha potuto essere caricato. Controlli la connessione e riprovi.',
    unreachable: 'Il server al momento non è raggiungibile. Controlli la connessione e riprovi.',
  },
};
