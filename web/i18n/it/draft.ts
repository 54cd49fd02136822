export const draft = {
  model: {
    label: 'Bozza su questo dispositivo',
    switch: 'Scrivere una bozza su questo dispositivo',
    open: 'Modelli su questo dispositivo',
    offer: {
      title: 'Leggere mentre si parla',
      text: 'Le parole appaiono come bozza mentre si parla. Questo avviene su questo dispositivo. Per questo non viene inviato nulla.',
      load: 'Per questo si carica una volta un modello da questo server: {{model}}, {{size}}. Poi funziona anche senza connessione.',
      agree: 'Caricare e scrivere',
      notNow: 'Non ora',
    },
    loading: 'Caricamento di {{model}}',
    loaded: '{{done}} di {{total}}',
    cancel: 'Interrompere il caricamento',
    goOn: 'Continuare il caricamento',
    ready: 'Il modello è su questo dispositivo. La bozza è pronta.',
    perVisit: 'Questo browser non può salvare il modello. Viene caricato di nuovo a ogni visita ({{size}}).',
    cause: {
      browser: 'Questo browser non può scrivere una bozza sul dispositivo. Un browser più recente può farlo.',
      unreachable:
        'Su questo dispositivo non c’è un modello per le bozze, e il server non è raggiungibile. Riprovi quando è connesso.',
      none_offered:
        'Su questo server non c’è un modello per le bozze. La Sua amministrazione può caricarne uno.',
      none_fits:
        'Nessun modello di questo server è adatto a questo dispositivo e alla lingua della sessione.',
      admin: 'Per portare un modello sul server, vi esegua questo comando.',
    },
    refusal: {
      title: 'Non è stato possibile caricare il modello',
      full: 'Su questo dispositivo c’è troppo poco spazio. Ciò che era caricato è stato rimosso, affinché resti spazio per le registrazioni. Liberi spazio e riprovi.',
      interrupted:
        'La connessione è interrotta. Ciò che è caricato resta su questo dispositivo. Si continua da dove ci si è fermati.',
      missing: 'Il server non ha più il modello. Riprovi più tardi o ne scelga un altro.',
      wrong_digest:
        'Ciò che è arrivato non è il modello annunciato ed è stato scartato. Riprovi. Se accade di nuovo, si rivolga alla Sua amministrazione.',
      recorded: 'Registrare e caricare file funziona anche senza bozza.',
    },
    names: {
      fixture: 'Modello di prova',
      'whisper-tiny': 'Whisper tiny',
      'whisper-base': 'Whisper base',
      'whisper-small': 'Whisper small',
      'whisper-large-v3-turbo': 'Whisper large-v3-turbo',
    },
    about: {
      fixture: 'Solo per le prove: conosce solo le parole di un parlato di prova sintetico.',
      'whisper-tiny': 'Il più veloce, il meno preciso.',
      'whisper-base': 'Più preciso di tiny, un po’ più lento.',
      'whisper-small': 'Molto più preciso di base, richiede un dispositivo veloce.',
      'whisper-large-v3-turbo': 'Il più preciso, richiede un dispositivo molto veloce.',
    },
    reason: {
      chosen: 'Ha scelto Lei questo modello.',
      measured:
        'Con questo modello questo dispositivo scrive circa {{times}} volte alla velocità del parlato.',
      predicted:
        'Con questo modello questo dispositivo scrive probabilmente circa {{times}} volte alla velocità del parlato. È stato misurato un altro.',
      not_measured:
        'La velocità di questo dispositivo non è ancora misurata. Perciò è scelto il modello più piccolo.',
      too_slow:
        'Con nessun modello questo dispositivo scrive abbastanza in fretta. Questo è il più veloce. La bozza arriva più tardi, la registrazione non ne soffre.',
      test_only:
        'Il server offre solo il modello di prova. Conosce solo le parole di un parlato di prova sintetico.',
    },
    obstacle: {
      too_large: 'Supera {{limit}} e viene usato solo se Lei lo sceglie.',
      language: 'Non conosce la lingua della sessione.',
    },
    dialog: {
      lead: 'Un modello scrive la bozza su questo dispositivo. I modelli vengono solo da questo server e restano qui finché Lei non li rimuove.',
      inUse: 'La bozza viene scritta con {{model}} finché {{chosen}} non è caricato.',
      automatic: 'Lasciare di nuovo la scelta automatica',
      list: 'Modelli',
      here: 'su questo dispositivo',
      partly: '{{done}} caricati',
      notHere: 'non caricato',
      chosen: 'scelto',
      measured: '{{times}} volte alla velocità del parlato (misurato)',
      predicted: '{{times}} volte alla velocità del parlato (stimato)',
      download: 'Caricare {{model}}',
      goOn: 'Continuare a caricare {{model}}',
      choose: 'Scegliere {{model}}',
      remove: 'Rimuovere {{model}}',
      short: { download: 'Caricare', goOn: 'Continuare', choose: 'Scegliere', remove: 'Rimuovere' },
      removeTitle: 'Rimuovere {{model}}?',
      removeText:
        'Su questo dispositivo si liberano {{size}}. Per la prossima bozza il modello viene caricato di nuovo. Registrazioni e trascrizioni restano.',
      removed: '{{model}} è rimosso da questo dispositivo.',
      together: 'Insieme su questo dispositivo: {{size}}.',
      persistent: 'Il browser li conserva finché Lei non li rimuove.',
      notPersistent: 'Il browser può cancellarli quando lo spazio scarseggia.',
      offline: 'Il server non è raggiungibile. Ecco ciò che è su questo dispositivo.',
      host: 'Questo server non prevede bozze sul dispositivo. Può rimuovere i modelli caricati.',
      backend: {
        wasm: 'Per ultimo ha calcolato il processore.',
        webgpu: 'Per ultima ha calcolato la scheda grafica.',
        failed: 'La scheda grafica si è guastata. Da allora calcola il processore.',
      },
    },
  },
  /** The draft while a recording runs. */
  live: {
    title: 'Bozza su questo dispositivo',
    empty: 'Appena qualcuno parla, le parole appaiono qui.',
    hint: 'Le parole con la sottolineatura punteggiata possono ancora cambiare. Dopo la registrazione la trascrizione sostituisce la bozza.',
    switch: 'Scrivere ciò che si dice',
    status: {
      loading: 'La scrittura si prepara …',
      writing: 'Si scrive ciò che si dice.',
      waiting: 'Si scrive ciò che si dice.',
      behind: 'La bozza è in ritardo di {{time}}.',
      failed: 'La scrittura si è fermata.',
      ended: 'La scrittura è terminata.',
      paused: 'La scrittura aspetta la fine della pausa.',
      off: 'La scrittura è disattivata.',
    },
    skipped: 'Questo dispositivo è troppo lento. Nella bozza mancano {{time}}, nella registrazione no.',
    goOn: 'Continuare a scrivere',
    unaffected: 'La registrazione non ne risente.',
    gpuLost: 'La scheda grafica è venuta meno. Il processore continua a scrivere.',
    dictated:
      'Una bozza, scritta su questo dispositivo. La trascrizione la sostituisce dopo la registrazione.',
  },
};
