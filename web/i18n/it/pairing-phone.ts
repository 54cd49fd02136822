/** The side of the phone: the way into a pairing, and the recorder. */
export const pairingPhone = {
  title: 'Collega come microfono',
  lead: 'Questo dispositivo registra per una seduta aperta su un altro schermo.',
  code: {
    label: 'Codice',
    hint: 'Lo mostra l’altro schermo, per esempio ABCD-EFGH.',
    empty: 'Inserisca il codice di abbinamento.',
    shape: 'Un codice ha otto caratteri. Lo confronti con l’altro schermo.',
    submit: 'Avanti',
  },
  scan: {
    start: 'Scansiona il codice QR',
    stop: 'Spegni la fotocamera',
    label: 'Immagine della fotocamera',
    opening: 'Permetta la fotocamera nella finestra del browser.',
    looking: 'Punti la fotocamera verso il codice QR sull’altro schermo.',
    other: 'Questo codice QR non appartiene a un abbinamento di questo server.',
    failed: 'Non è stato possibile avviare lo scanner',
    typed: 'Inserisca invece il codice nel campo «{{field}}».',
    problem: {
      insecure:
        'I browser danno la fotocamera solo ai collegamenti sicuri, il cui indirizzo comincia con https://.',
      unsupported: 'Questo browser non dà la fotocamera alla pagina.',
      denied: 'La fotocamera non è permessa per questa pagina. Può cambiarlo nelle impostazioni.',
      none: 'Questo dispositivo non ha una fotocamera.',
      busy: 'La fotocamera è occupata o non risponde. Chiuda gli altri programmi che la usano.',
      failed: 'Questo browser non ha potuto leggere il codice QR.',
    },
  },
  failed: {
    resolve: 'Non è stato possibile verificare il codice. Riprovi.',
    activate: 'Non è stato possibile attivare l’abbinamento. Riprovi.',
    wait: 'Prossimo tentativo tra',
  },
  question: {
    title: 'Registrare per «{{title}}»?',
    text: 'Questo dispositivo diventa il microfono della seduta. L’altro schermo mostra ciò che sente e può comandare la registrazione.',
    connect: 'Collega',
    untitled: 'Registrare con questo dispositivo?',
    untitledText:
      'Questo dispositivo diventa il microfono dell’altro schermo, che mostra ciò che sente e può comandare la registrazione. Qui non deve accedere.',
  },
  unsent: {
    title: 'Di un abbinamento precedente non è ancora inviato tutto',
    text: 'Lo apra per inviare il resto. Se ora ricollega questo dispositivo, il resto attende qui finché accede la persona a cui appartiene quella seduta.',
    open: 'Apri l’abbinamento precedente',
    connect: 'Collega comunque',
  },
  compare: {
    title: 'Confronti con l’altro schermo',
    text: 'Mostra lo stesso numero per «{{title}}»? Lo confermi là. Poi qui si continua da sé.',
    untitled: 'Mostra lo stesso numero? Lo confermi là. Poi qui si continua da sé.',
    waiting: 'In attesa della conferma …',
    lost: 'Questo dispositivo al momento non ha un collegamento al server. Si ristabilisce da sé.',
  },
  over: {
    text: 'Faccia mostrare un nuovo codice sull’altro schermo.',
    again: 'Inserisci un altro codice',
  },
  recorder: {
    link: {
      there: 'Collegato con l’altro schermo',
      away: 'L’altro schermo al momento non c’è. La registrazione non dipende da esso.',
      connecting: 'Collegamento con l’altro schermo …',
      lost: 'L’altro schermo al momento non vede questo dispositivo. La registrazione non ne dipende.',
    },
    prepare: 'Accenda il microfono. Poi anche l’altro schermo può avviare la registrazione.',
    awake: 'Lo schermo resta acceso durante la registrazione. Lasci aperta questa pagina.',
    notAwake:
      'Questo browser non può lasciare acceso lo schermo. Disattivi il blocco automatico del dispositivo.',
    elsewhere: {
      title: 'Questo abbinamento è aperto in un’altra scheda',
      text: 'Registri là. Quando quella scheda è chiusa, qui si continua da sé.',
    },
    ended: {
      title: 'L’altro schermo non è più collegato',
      live: 'La registrazione continua. La termini qui, su questo dispositivo.',
      rest: 'Può registrare su questo dispositivo anche senza di esso.',
    },
    closed: {
      title: 'La registrazione di questa seduta è conclusa',
      why: 'Il server non vi aggiunge più nulla, per esempio perché è stata conclusa sull’altro schermo.',
      own: 'Ciò che il server non ha va poi in una seduta a parte.',
      waits:
        'Ciò che il server non ha resta su questo dispositivo finché la persona a cui appartiene la seduta non accede qui. Allora va in una seduta a parte.',
    },
    late: 'Il comando «{{command}}» è arrivato troppo tardi e non è stato eseguito.',
    refused: 'Il comando «{{command}}» non è stato eseguito.',
    dismiss: 'Chiudi il messaggio',
  },
  after: {
    unsent: 'Ancora {{size}} da inviare. Lasci aperta questa pagina.',
    sent: 'Salvato e inviato',
    session: 'Alla seduta',
  },
  pass: {
    waits:
      'Ciò che non è ancora inviato si trova su questo dispositivo. Per inviarlo, la persona a cui appartiene la seduta accede qui e sceglie «Carica».',
    nothing: 'Su questo dispositivo non c’è più nulla da inviare.',
    sent: 'Può chiudere questa pagina.',
  },
  unknown: {
    title: 'Questo dispositivo non appartiene a questo abbinamento',
    text: 'L’abbinamento è terminato, appartiene a un altro dispositivo, oppure questo dispositivo non lo conosce più. Collegalo di nuovo con un nuovo codice.',
    action: 'Inserisci il codice',
  },
};
