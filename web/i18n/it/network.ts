export const network = {
  label: 'Connessione',
  bar: {
    offline:
      'Il Suo dispositivo è offline. Controlli il Wi-Fi o il cavo. Appena la connessione ritorna, tutto continua da sé.',
    unreachable:
      'Il server non è raggiungibile. Si riprova ogni {{seconds}} secondi. Se il problema persiste, lo segnali al Suo supporto.',
    down: 'Il server è attualmente fuori servizio. Si riprova ogni {{seconds}} secondi. Se il problema persiste, lo segnali al Suo supporto.',
    blocked:
      'Le connessioni a {{host}} sono bloccate, per esempio da un blocco della pubblicità, da un filtro o dalla pagina di accesso di un Wi-Fi. Consenta {{host}} o cambi rete.',
    unstable: 'La connessione è instabile. Si continua comunque.',
    testing: 'La connessione viene verificata.',
    retrying_one: 'Caricamento interrotto: tentativo {{attempt}} fra {{count}} secondo.',
    retrying_other: 'Caricamento interrotto: tentativo {{attempt}} fra {{count}} secondi.',
    paused_one: 'Caricamento in pausa: tentativo {{attempt}} fra {{count}} secondo.',
    paused_other: 'Caricamento in pausa: tentativo {{attempt}} fra {{count}} secondi.',
    stopped: 'Il caricamento è sospeso.',
    signIn:
      'Il servizio di accesso non risponde. Il Suo accesso sarà prolungato da sé appena torna disponibile.',
  },
  notice: {
    offline: 'Il Suo dispositivo è offline. Il caricamento continua appena torna la connessione.',
    unstable: 'La connessione si è appena interrotta. Il caricamento è ripreso.',
    testing: 'Si verifica se il server risponde.',
    trying: 'Tentativo {{attempt}} in corso.',
    retrying_one: 'La connessione è interrotta. Tentativo {{attempt}} fra {{count}} secondo.',
    retrying_other: 'La connessione è interrotta. Tentativo {{attempt}} fra {{count}} secondi.',
    paused_one:
      'Il server non risponde, il caricamento è in pausa. Tentativo {{attempt}} fra {{count}} secondo.',
    paused_other:
      'Il server non risponde, il caricamento è in pausa. Tentativo {{attempt}} fra {{count}} secondi.',
    stopped: 'Ha sospeso il caricamento. Ciò che è già sul server vi rimane.',
  },
  spoken: {
    offline: 'Il Suo dispositivo è offline.',
    unreachable: 'Il server non è raggiungibile.',
    down: 'Il server è attualmente fuori servizio.',
    blocked: 'Le connessioni al server sono bloccate.',
    interrupted: 'Il caricamento è interrotto. Si riprova da sé.',
    paused: 'Il caricamento è in pausa, perché il server non risponde. Più tardi si riprova da sé.',
    stopped: 'Il caricamento è stato sospeso.',
    unstable: 'Il caricamento è ripreso, la connessione è ancora instabile.',
    signIn: 'Il servizio di accesso non risponde.',
    back: 'La connessione è di nuovo buona.',
    stalled: 'Il caricamento è fermo. Può riavviarlo.',
  },
  safe: {
    file: 'Il Suo file rimane invariato su questo dispositivo.',
    recording: 'La Sua registrazione continua ed è salvata su questo dispositivo.',
    recorded: 'La Sua registrazione è salvata su questo dispositivo.',
    unsaved: 'Ciò che il server non ha ancora si trova solo in questa scheda: la lasci aperta.',
  },
  stalled_one: 'Il caricamento è fermo da {{count}} secondo. Può riavviarlo.',
  stalled_other: 'Il caricamento è fermo da {{count}} secondi. Può riavviarlo.',
  restart: 'Riavvia',
  retryNow: 'Prova adesso',
  stop: 'Non provare più',
  resume: 'Riprendi il caricamento',
  saveFile: 'Salva come file',
  partsDone_one: '{{done}} di {{count}} parte sul server',
  partsDone_other: '{{done}} di {{count}} parti sul server',
  bytes: '{{sent}} di {{total}}',
};
