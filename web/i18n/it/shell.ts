export const shell = {
  loading: 'Caricamento …',
  skip: 'Vai al contenuto',
  home: 'Wortlaut, alla pagina iniziale',
  close: 'Chiudi',
  cancel: 'Annulla',
  retry: 'Riprova',
  optional: 'facoltativo',
  messages: 'Messaggi',
  reload: 'Ricarica la pagina',
  toLibrary: 'Alla biblioteca',
  toHome: 'Alla pagina iniziale',
  notFound: {
    title: 'Questa pagina non esiste',
    text: 'Forse l’indirizzo è stato copiato male, oppure la pagina è stata spostata.',
  },
  broken: {
    title: 'Non è stato possibile mostrare questa pagina',
    text: 'Ciò che è salvato sul server resta. Ricarichi la pagina; se non basta, si rivolga alla Sua amministrazione indicando il riferimento {{reference}} e i dettagli qui sotto.',
    details: 'Dettagli dell’errore',
  },
  updated: 'È disponibile una nuova versione di Wortlaut.',
  partMissing:
    'Una parte della pagina non è stata caricata. La ricarichi appena non contiene più nulla di non salvato.',
  theme: {
    heading: 'Aspetto',
    system: 'Come il dispositivo',
    light: 'Chiaro',
    dark: 'Scuro',
  },
  language: 'Lingua',
  menu: 'Impostazioni',
};
