export const account = {
  title: 'Account',
  loadFailed: 'L’account non ha potuto essere caricato',
  recordingFirst:
    'Una registrazione è ancora in corso o non è ancora del tutto sul server. La concluda prima.',
  address: {
    confirmed: 'Questo indirizzo è confermato.',
    open: 'Questo indirizzo non è ancora confermato',
    why: 'Può condividere documenti per e-mail solo con un indirizzo confermato. Le inviamo un link da aprire.',
    send: 'Invia conferma',
    sent: 'Il link è in arrivo. Guardi nella Sua casella, anche nello spam.',
    noMail: 'Questo server non può inviare e-mail. Si rivolga alla Sua amministrazione.',
  },
  external: {
    title: 'Password e accessi',
    text: 'Il Suo account è gestito dal servizio di accesso della Sua organizzazione. Password, nome e indirizzo si cambiano lì.',
    close: 'Se non vuole più usare Wortlaut, chieda alla Sua amministrazione di eliminare i Suoi dati.',
  },
  password: {
    title: 'Cambia password',
    text: 'L’accesso sugli altri Suoi dispositivi termina.',
    current: 'Password attuale',
    wrong: 'La password attuale non è corretta. Controlli ciò che ha inserito.',
    done: 'La nuova password è valida. L’accesso sugli altri dispositivi è terminato.',
  },
  signIns: {
    title: 'Dove ha effettuato l’accesso',
    loadFailed: 'Gli accessi non hanno potuto essere caricati',
    failed: 'L’uscita non è riuscita',
    unknown: 'Dispositivo sconosciuto',
    began: 'accesso del {{when}}',
    seen: 'usato l’ultima volta il {{when}}',
    current: 'questo dispositivo',
    end: 'Termina',
    endName: 'Termina l’accesso di {{device}} del {{when}}',
    all: 'Esci ovunque',
    allTitle: 'Uscire ovunque?',
    allText:
      'L’accesso termina anche su questo dispositivo. Ciò che non è ancora inviato ne scompare; le registrazioni restano.',
  },
  unsent: {
    title: 'Questo dispositivo non ha ancora inviato tutto',
    here: 'Non ancora sul server: {{list}}.',
    recordings_one: '{{count}} registrazione',
    recordings_other: '{{count}} registrazioni',
    files_one: '{{count}} file',
    files_other: '{{count}} file',
    lost: 'Chiudendo l’account vanno persi. Invii prima ciò che vuole conservare.',
    unknown:
      'Non è stato possibile stabilire se su questo dispositivo ci sono registrazioni o file che il server non ha.',
  },
  close: {
    title: 'Chiudere l’account',
    text: 'Il Suo account e tutto ciò che contiene vengono eliminati.',
    open: 'Chiudi l’account …',
    question: 'Chiudere l’account?',
    deletes:
      'Vengono eliminate tutte le Sue sedute con registrazioni, trascrizioni, note e risultati, le Sue correzioni, il Suo profilo e i Suoi accessi. Non si può annullare.',
    keep: 'Scarichi prima ciò che vuole conservare. Ciò che ha condiviso per e-mail resta a chi lo ha ricevuto.',
    sure: 'Sì, tutti i miei dati devono essere eliminati.',
    action: 'Chiudi definitivamente',
    done: 'Il Suo account è chiuso e i Suoi dati sono eliminati.',
  },
};
