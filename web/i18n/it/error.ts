export const error = {
  request: {
    invalid: 'Il server non ha capito i dati. Controlli quanto ha inserito.',
    not_found: 'A questo indirizzo non c’è nulla. Ricarichi la pagina.',
    too_large: 'I dati sono troppo lunghi per il server. Li accorci.',
    host_mismatch:
      'L’indirizzo nel browser non corrisponde a quello del server. Apra Wortlaut all’indirizzo che Le è stato comunicato.',
    failed:
      'Sul server si è verificato un errore. Riprovi; se rimane, indichi al supporto l’identificativo {{requestId}}.',
    method: 'A questo indirizzo non è possibile. Ricarichi la pagina.',
    timeout: 'I Suoi dati sono arrivati troppo lentamente al server. Controlli la connessione e riprovi.',
    media_type: 'Qui il server non accetta questo tipo di dati. Ricarichi la pagina e riprovi.',
  },
  auth: {
    required: 'Per questo deve aver effettuato l’accesso. Acceda.',
    token_expired: 'Il Suo accesso è scaduto. Acceda di nuovo.',
    forbidden: 'Il Suo account non è autorizzato. Si rivolga al supporto se ne ha bisogno.',
    code_rejected: 'Il servizio di accesso non ha confermato l’accesso. Acceda di nuovo.',
    refresh_rejected: 'Il Suo accesso non è più valido. Acceda di nuovo.',
    provider_unreachable: 'Il servizio di accesso non è raggiungibile. Riprovi tra qualche minuto.',
    not_configured:
      'Per questo indirizzo non è configurato alcun accesso. Apra Wortlaut all’indirizzo che Le è stato comunicato, o si rivolga all’amministrazione.',
    interaction_expired: 'L’accesso ha atteso troppo a lungo. Lo ricominci.',
    credentials_wrong: 'L’indirizzo e-mail o la password non sono giusti. Controlli entrambi.',
    too_many_attempts:
      'Ci sono stati troppi tentativi. Per la Sua protezione l’accesso è bloccato per poco; attenda qualche minuto.',
    email_taken: 'Esiste già un account con questo indirizzo e-mail. Acceda con quello.',
    password_weak:
      'Questa password è troppo facile da indovinare. Ne scelga un’altra, per esempio una frase che conosce solo Lei.',
    registration_closed:
      'Su questo server non si possono creare nuovi account. Ne chieda uno all’amministrazione.',
    link_expired:
      'Questo link non è più valido: è già stato usato, uno più recente lo ha sostituito, oppure è scaduto. Ne richieda uno nuovo.',
    not_local:
      'Un altro servizio di accesso gestisce questo account. Password e account si possono cambiare solo lì; si rivolga alla Sua amministrazione.',
    busy: 'In questo momento accedono moltissime persone. Riprovi tra qualche secondo.',
    factor_required: 'Questo account ha ormai un secondo fattore. Confermi anche con quello.',
    factor_wrong:
      'Non è giusto: il codice è sbagliato o scaduto, oppure la passkey non è stata accettata. Provi con il codice valido adesso.',
    factor_used: 'Questo codice è già stato usato. Aspetti il prossimo; ci vuole al massimo un minuto.',
    factor_setup_expired:
      'Ci è voluto troppo tempo, o l’account è stato modificato nel frattempo. Chiuda questa finestra e ricominci.',
    factor_off: 'Questo secondo fattore non c’è più. Ricarichi la pagina per vedere lo stato attuale.',
    passkey_unavailable:
      'All’indirizzo di questo server le passkey non funzionano. Usi un’app per codici monouso.',
    passkey_too_many: 'L’account ha già tutte le passkey possibili. Ne rimuova prima una.',
  },
  passkey: {
    cancelled:
      'Il browser non ha ricevuto una passkey: la domanda è stata chiusa o ha atteso troppo. Riprovi.',
    known:
      'Questo dispositivo ha già una passkey del suo account. Usi un altro dispositivo o una chiave di sicurezza.',
    failed: 'Il browser non ha potuto usare la passkey. Riprovi o scelga un altro modo.',
  },
  session: {
    not_found: 'Questa seduta non esiste o è stata eliminata.',
    title_too_long: 'Il nome della seduta è troppo lungo. Può avere al massimo 200 caratteri. Lo accorci.',
    title_invalid: 'Il nome della seduta deve essere un testo. Lo inserisca di nuovo.',
    title_required: 'Inserisca un nome per la seduta.',
    notes_conflict:
      'Nel frattempo le note sono state modificate altrove. Decida che cosa deve restare; per ora non è andato perso nulla.',
    edits_conflict:
      'Nel frattempo la trascrizione è stata modificata altrove. Ricarichi la pagina e riprovi.',
    edit_invalid: 'La modifica non corrisponde più alla trascrizione. Ricarichi la pagina e riprovi.',
    key_reused:
      'Questa seduta esiste già, con altre indicazioni. La apra nella biblioteca e la modifichi lì.',
    gone: 'Nel frattempo questa seduta è stata eliminata. Ne crei una nuova.',
    edits_full:
      'Questa trascrizione ha raggiunto il massimo di testo e di modifiche. La Sua ultima modifica non è ancora salvata; la accorci o la conservi nelle note.',
    draft_closed:
      'C’è già una trascrizione o la bozza intera della registrazione, o qualcuno ha modificato la bozza. Questa bozza non è stata salvata; ricarichi la pagina per vedere il testo esistente.',
    settings_too_large: 'Le impostazioni della seduta sono troppo lunghe. Le accorci a 16 kB.',
    day_limit:
      'In 24 ore ha creato tante sedute quante sono consentite. Altre sono possibili dal {{when}}; fino ad allora le registrazioni restano su questo dispositivo.',
  },
  domain: {
    changed:
      'Qualcun altro ha modificato queste impostazioni nel frattempo. Ciò che ha scritto è ancora qui.',
    off: 'Questo server non offre questa funzione. Le Sue registrazioni non sono toccate; si rivolga alla Sua amministrazione se ne ha bisogno.',
    name_taken:
      'Questo indirizzo appartiene a un’altra voce, oppure vi sono già persone o sedute. Scelga un altro nome. Si può eliminare solo una voce vuota.',
    last_superuser: 'Questa persona è l’ultima che amministra questo indirizzo. Ne nomini prima un’altra.',
    match_required: 'La pagina non ha detto quale versione ha modificato. Ricarichi la pagina e riprovi.',
    retention_notice:
      'Un termine più breve deve essere annunciato. Scelga un giorno con almeno 30 giorni di anticipo.',
    config_too_large: 'La configurazione di questo indirizzo è troppo lunga. La accorci a 16 kB.',
  },
  announcement: {
    not_found: 'Questo annuncio non esiste più. Ricarichi l’elenco.',
    too_many: 'Un indirizzo ha al massimo 100 annunci. Elimini prima quelli passati.',
  },
  survey: {
    id_reused:
      'Questa risposta non è stata salvata, perché il suo identificativo è già in uso. Ricarichi la pagina.',
  },
  pairing: {
    not_found: 'Questo abbinamento non esiste. Ne cominci uno nuovo.',
    code_wrong: 'Questo codice è sbagliato, è già stato usato o è scaduto. Ne faccia mostrare uno nuovo.',
    address_unusable: 'Un telefono non può usare l’indirizzo di questo server.',
    verification_wrong: 'I due schermi non mostrano lo stesso numero. Confronti ancora una volta.',
    not_waiting: 'L’abbinamento non attende una conferma. Ne cominci uno nuovo.',
    not_connected: 'L’abbinamento non è ancora confermato. Lo confermi prima sull’altro schermo.',
    connected: 'A questa seduta è già collegato un telefono.',
    not_this_phone: 'A questo abbinamento appartiene un altro dispositivo.',
    expired: 'L’abbinamento è terminato. Ne cominci uno nuovo.',
    too_many: 'Ci sono stati troppi tentativi. Altri sono possibili dal {{when}}.',
    microphone_needed:
      'Qualcuno deve prima accendere il microfono sul telefono: senza questo il browser non dà alcun suono.',
    command_unfit: 'Questo non si adatta a ciò che il telefono sta facendo.',
    command_lost:
      'Il collegamento del telefono era interrotto. Il comando non è stato eseguito; lo dia ancora una volta.',
  },
  role: {
    none: 'Non ha scelto alcun ruolo. Ne scelga uno nel menu del Suo account.',
    not_found: 'Non ha più questo ruolo. Ne scelga un altro.',
  },
  person: {
    has_content: 'Questa persona ha già sedute proprie. Si può unire solo un accesso senza contenuto.',
    not_found: 'Questa persona non è stata trovata a questo indirizzo. Ricarichi l’elenco.',
  },
  export: {
    nothing_there: 'Per questo documento non c’è ancora alcun contenuto. Attenda che ci sia, o scelga altro.',
    type_unknown: 'Questo documento non esiste per questa seduta. Ricarichi la pagina.',
    failed:
      'Il server non ha potuto creare il documento. Riprovi; se il problema rimane, si rivolga al supporto.',
  },
  share: {
    not_verified:
      'Per condividere, il Suo indirizzo e-mail deve essere confermato. Si faccia inviare un link e lo apra.',
    mail_missing: 'L’e-mail non è configurata su questo server. Scarichi i documenti e li invii Lei.',
    mail_failed:
      'Il server di posta non ha accettato il messaggio. Riprovi più tardi; se il problema rimane, si rivolga all’amministrazione.',
    recipient_refused: 'Il server di posta rifiuta gli indirizzi. Li controlli.',
    too_large: 'I documenti sono troppo grandi per un’e-mail. Ne scelga meno, o un formato più piccolo.',
    too_many: 'Nell’ultima ora ha inviato moltissime e-mail. Attenda un po’ e riprovi.',
    day_limit:
      'In 24 ore ha scritto a tante persone diverse quante sono consentite. Altre sono possibili dal {{when}}; a chi ha già scritto oggi può continuare a scrivere.',
    server_day_limit:
      'In 24 ore questo server ha inviato tante e-mail quante sono consentite. Altre sono possibili dal {{when}}; altrimenti scarichi i documenti e li invii Lei.',
    interrupted:
      'Il server è stato fermato durante l’invio. Forse alcuni hanno già l’e-mail; chieda prima di inviarla di nuovo.',
  },
  storage: {
    full: 'Il server non ha più spazio e non può salvare nulla. Si rivolga all’amministrazione.',
    busy: 'La banca dati del server è bloccata al momento. Riprovi tra qualche secondo.',
    damaged:
      'La banca dati del server è danneggiata. Si rivolga all’amministrazione; può ripristinarla da una copia di sicurezza.',
  },
  upload: {
    not_found:
      'Il server non conosce più questo caricamento. Lo riavvii; il file è ancora sul Suo dispositivo.',
    too_large: 'Il file è più grande di quanto il server accetti. Accorci o divida la registrazione.',
    part_too_large: 'Una parte del caricamento era troppo grande per il server. Riavvii il caricamento.',
    offset_conflict: 'Il caricamento e il server non concordavano su ciò che è già arrivato. Lo riavvii.',
    already_complete: 'Questa seduta ha già una registrazione. Per un’altra crei una nuova seduta.',
    active:
      'Un dispositivo sta ancora inviando questa registrazione. Attenda due minuti dopo l’ultima parte, o la riprenda comunque.',
    adopted:
      'Questa registrazione è già stata ripresa sul server. Ciò che questo dispositivo ha in più va in una seduta a parte.',
    no_file: 'Non è stato inviato alcun file. Ne scelga uno.',
    disk_full:
      'Il server non ha più spazio. Il Suo file è ancora sul Suo dispositivo; si rivolga all’amministrazione.',
    quota_exceeded:
      'Lo spazio del Suo account è esaurito. La registrazione è ancora sul Suo dispositivo; elimini vecchie sedute o si rivolga all’amministrazione.',
    too_many: 'Ha iniziato troppi caricamenti. Ne completi o ne elimini alcuni nella biblioteca.',
    one_file: 'È stato inviato più di un file. Invii ciascuno da solo, in una seduta a parte.',
    empty: 'Il file è vuoto. Ne scelga un altro.',
  },
  preview: {
    model_missing:
      'Il modello vocale per la bozza manca sul server oppure è danneggiato. La registrazione non ne risente. Attenda la trascrizione del server e si rivolga all’amministrazione.',
    model_unreachable:
      'Il modello vocale per la bozza non si è potuto caricare dal server. La registrazione non ne risente. Controlli la connessione e riprovi.',
    memory_full:
      'Questo dispositivo ha troppo poca memoria libera per la bozza. La registrazione non ne risente. Chiuda altre schede e programmi e riprovi, oppure attenda la trascrizione del server.',
    engine_failed:
      'La bozza su questo dispositivo si è interrotta. La registrazione non ne risente. Provi ancora una volta, oppure attenda la trascrizione del server.',
    sound_lost:
      'L’analisi dell’audio non è riuscita, e con essa la bozza. La registrazione non ne risente. Attenda la trascrizione del server.',
  },
  capture: {
    device_full:
      'Sul dispositivo che registra non c’è più spazio. Ciò che non è ancora sul server è solo nella sua memoria: lasci aperta lì la pagina e liberi spazio.',
    device_unstored:
      'Il browser del dispositivo che registra non salva nulla. Ciò che non è ancora sul server andrebbe perso con la pagina: la lasci aperta.',
    insecure:
      'I browser concedono il microfono solo a connessioni protette. Apra Wortlaut all’indirizzo che comincia con https://, o si rivolga all’amministrazione.',
    unsupported:
      'Questo browser non può registrare. Usi un browser aggiornato, oppure registri con un altro dispositivo e carichi il file.',
    denied: 'Errore di accesso al microfono: non è consentito per questa pagina. Controlli l’autorizzazione.',
    dismissed: 'La domanda sul microfono è rimasta senza risposta. Chieda ancora una volta e lo consenta.',
    blocked:
      'Una regola vieta il microfono a questa pagina. Apra Wortlaut in una scheda a sé, o si rivolga all’amministrazione.',
    no_device: 'Non è stato trovato alcun microfono. Ne colleghi uno e riprovi.',
    busy: 'Il microfono è occupato o non risponde. Chiuda gli altri programmi che lo usano e riprovi.',
    failed: 'La registrazione non ha potuto iniziare. Contatti il supporto. Prima, ririprovi.',
    suspended:
      'Il browser trattiene il suono di questa pagina, forse per una chiamata. Faccia clic o tocchi la pagina: poi la registrazione continua.',
    switched:
      'Il microfono scelto non c’è più. La registrazione continua con un altro; controlli che sia quello giusto.',
    system_audio:
      'Manca il suono della scheda o del computer. Condivida ancora una volta scegliendo di condividere l’audio; il microfono continua a essere registrato.',
  },
  recording: {
    elsewhere:
      'Questa seduta è già in registrazione in un’altra scheda. Continui lì, o concluda prima quella registrazione.',
    not_kept:
      'Questa registrazione non è più su questo dispositivo. Forse è stata conclusa o scartata in un’altra scheda.',
    no_audio: 'Per questa seduta non c’è ancora audio sul server. Carichi la registrazione.',
    incomplete: 'Sul server manca una parte della registrazione. Riavvii il caricamento.',
    digest_mismatch:
      'La registrazione è arrivata sul server diversa da come è stata inviata. Riavvii il caricamento.',
  },
  player: {
    no_audio: 'Per questa seduta non c’è audio.',
    link_expired: 'L’indirizzo dell’audio è scaduto. Ricarichi la pagina.',
    preparing: 'L’audio è in preparazione per l’ascolto. Riprovi tra qualche secondo.',
  },
  model: {
    not_found: 'Sul server manca un file del modello. Si rivolga all’amministrazione.',
  },
  notes: { nothing_to_enhance: 'Non ci sono note da migliorare. Ne scriva prima alcune.' },
  processing: {
    no_audio: 'Per questa seduta non c’è più audio da trascrivere.',
    under_way: 'La seduta è in lavorazione. Attenda che finisca, o interrompa.',
    nothing_to_cancel: 'Non c’è più nulla da interrompere: il lavoro è già terminato.',
    option_unknown: 'Questa elaborazione non esiste sul server. Ricarichi la pagina.',
    model_missing:
      'Per questo occorre un modello linguistico, e su questo server non ne è configurato nessuno. L’amministrazione può configurarne uno.',
    no_transcript: 'Non c’è ancora una trascrizione. Attenda che la registrazione sia trascritta.',
    prompt_required: 'Scriva che cosa vuole sapere.',
    too_many:
      'Per questa seduta sono già in corso moltissime elaborazioni. Attenda che alcune siano terminate.',
    model_unreachable:
      'Il modello linguistico non risponde. Riprovi più tardi; se dura a lungo, si rivolga all’amministrazione.',
    model_refused:
      'Il modello linguistico respinge questo server. L’amministrazione deve verificare l’accesso; poi riprovi.',
    model_unknown:
      'Il servizio non conosce il modello linguistico impostato. L’amministrazione deve verificare l’impostazione; poi riprovi.',
    model_busy:
      'Il modello linguistico è sovraccarico e non ha avuto tempo, nemmeno dopo un’attesa. Riprovi tra qualche minuto.',
    model_failed:
      'Nel modello linguistico si è verificato un errore, anche nei tentativi successivi. Riprovi più tardi.',
    model_silent:
      'Il modello linguistico non ha scritto nulla per troppo tempo. Forse è sovraccarico; riprovi.',
    answer_cut:
      'La risposta del modello linguistico si è interrotta più volte a metà. Riprovi; se continua, si rivolga all’amministrazione.',
    answer_unusable:
      'Il modello linguistico non ha fornito quanto richiesto, nemmeno a una seconda domanda. Riprovi, o formuli la domanda diversamente.',
    context_too_small:
      'Il modello linguistico può leggere troppo poco testo alla volta. Abbrevi la domanda o le indicazioni; se non basta, l’amministrazione deve impostarne uno più grande.',
    cancelled: 'L’elaborazione è stata interrotta su richiesta. Può riavviarla in qualsiasi momento.',
    failed:
      'Durante l’elaborazione si è verificato un errore sul server. Riprovi; se continua, si rivolga al supporto.',
  },
  transcription: {
    model_missing:
      'Sul server manca il modello vocale. La registrazione è salvata e sarà trascritta appena ci sarà.',
    model_fetching: 'Il server sta scaricando il modello vocale. Poi la registrazione sarà trascritta da sé.',
    audio_unreadable:
      'Il server non ha potuto leggere l’audio. Carichi la registrazione in un altro formato in una nuova seduta.',
    audio_too_long: 'La registrazione dura più di 2:30 ore. La accorci o la divida.',
    audio_deleted:
      'Il periodo di conservazione è finito prima della trascrizione della registrazione. L’audio è stato eliminato.',
    failed: 'La trascrizione non è riuscita. La registrazione è salvata. Riprovi o si rivolga al supporto.',
    engine_unreachable:
      'Il servizio di trascrizione non risponde. La registrazione è salvata e sarà trascritta appena torna; se dura a lungo, si rivolga all’amministrazione.',
    engine_refused:
      'Il servizio di trascrizione rifiuta questo server. La registrazione è salvata; l’amministrazione deve verificare l’accesso, poi si continua da sé.',
    engine_model_unknown:
      'Il servizio di trascrizione non conosce il modello configurato. La registrazione è salvata; l’amministrazione deve verificare l’impostazione.',
    audio_empty: 'Il file è vuoto. Lo verifichi sul Suo dispositivo e lo carichi in una nuova seduta.',
    audio_encrypted:
      'Il file è cifrato o protetto dalla copia. Carichi una versione non protetta in una nuova seduta.',
    audio_no_sound_track:
      'Il file non ha una traccia audio. Ne scelga uno con l’audio e lo carichi in una nuova seduta.',
    disk_full:
      'Il server non ha più spazio per lavorare. La registrazione è salvata; si rivolga all’amministrazione.',
    cancelled:
      'È stata terminata su richiesta. La registrazione è salvata; può riavviare la trascrizione in qualsiasi momento.',
  },
  worker: {
    crashed:
      'L’elaborazione sul Suo dispositivo si è interrotta, forse per mancanza di memoria. Chiuda altre schede e riprovi.',
    failed: 'L’elaborazione sul Suo dispositivo non è riuscita. Riprovi.',
    part_missing:
      'Una parte di Wortlaut non si è potuta caricare: la connessione manca o è troppo lenta, oppure un blocco della pubblicità o una regola la trattiene. Lo controlli e ricarichi la pagina.',
    wasm_refused:
      'Questo browser vieta WebAssembly alla pagina, e senza di esso la pagina non può né verificare né registrare l’audio. Il motivo è una regola o un’impostazione di sicurezza. Lo permetta per questa pagina, usi un altro browser o si rivolga alla Sua amministrazione.',
    wasm_broken:
      'Una parte di Wortlaut è arrivata danneggiata e non si può eseguire. Ricarichi la pagina; se il problema resta, si rivolga alla Sua amministrazione.',
    memory_full:
      'La memoria non basta: il browser non ne dà altra a questa pagina. Chiuda altre schede e altri programmi e riprovi.',
  },
  network: {
    failed: 'La connessione è interrotta. Controlli la connessione a internet e riprovi.',
    timeout: 'Il server non ha risposto in tempo. Riprovi.',
    unexpected:
      'Sembra un errore di rete, l’indirizzo è forse bloccato: è arrivata una risposta che non viene da Wortlaut. Riprovi; se resta così, chieda a chi gestisce la Sua rete di consentire l’indirizzo.',
  },
  unknown:
    'Si è verificato un errore imprevisto. Riprovi; se il problema resta, indichi al supporto il riferimento {{reference}}: la causa è riportata nel registro del server o nella console di questo browser.',
  user: {
    config_too_large: 'Le Sue impostazioni sono troppo lunghe per il server. Le accorci a 16 kB.',
  },
};
