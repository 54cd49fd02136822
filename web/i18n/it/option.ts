/** Processing options: their choice before the recording (`after`), and the options of a host on `/admin/domains`. */
export const option = {
  after: {
    title: 'Crea in seguito',
    hint: 'Ciò che viene creato automaticamente appena la trascrizione è pronta. Tutto si può creare anche più tardi.',
    loading: 'Le elaborazioni vengono caricate.',
    needsModel:
      'Ciò che non si può scegliere richiede un modello linguistico. Su questo server non ne è configurato nessuno.',
    failed: 'Non è stato possibile caricare le elaborazioni',
    defaults: 'Può creare la seduta lo stesso. Verrà allora creato ciò che qui è consueto.',
  },
  own: 'Questo indirizzo ha elaborazioni proprie.',
  shipped: 'Questo indirizzo ha le elaborazioni predefinite.',
  unnamed: 'Senza nome',
  byDefault: 'automatica',
  add: 'Aggiungi un’elaborazione',
  remove: {
    action: 'Rimuovi',
    title: 'Rimuovere «{{name}}»?',
    text: 'L’elaborazione non viene più proposta appena ha salvato. I risultati esistenti restano.',
    confirm: 'Rimuovi',
  },
  roles: {
    title: 'Solo per certi ruoli',
    hint: 'Senza scelta l’elaborazione vale per tutti. I ruoli contano solo dove la funzione «Ruoli» è attiva; altrimenti un’elaborazione con ruoli non è offerta a nessuno.',
    only: 'solo per {{roles}}',
    forNobody: 'non offerta a nessuno: i suoi ruoli non esistono più',
    goneTitle: 'Un ruolo non esiste più',
    goneText:
      'L’elaborazione resta riservata a questo ruolo finché non lo cambia. Così non viene offerta a tutti per sbaglio.',
    remove: 'Offri a tutti',
  },
  reset: {
    action: 'Ripristina quelle predefinite',
    title: 'Ripristinare le elaborazioni predefinite?',
    text: 'Tutti i nomi, le consegne e i ruoli propri per {{host}} andranno persi. I risultati esistenti restano.',
    confirm: 'Ripristina',
    done: 'Le elaborazioni predefinite sono ripristinate.',
    failed: 'Non è stato possibile ripristinare le elaborazioni predefinite. {{reason}}',
  },
  field: {
    label: 'Identificativo',
    labelHint:
      'Lettere minuscole, cifre e _, con una lettera all’inizio. Non cambia più: i risultati vi sono legati.',
    names: 'Nomi',
    byDefault: 'Preselezionata per le nuove sedute',
    form: 'Forma',
    target: 'Tradurre in',
    prompt: 'Consegna al modello linguistico',
    promptHint:
      'Che cosa scrivere, con quali titoli, e che cosa tralasciare. La lingua del risultato e le fonti si aggiungono da sé. Senza modello linguistico la consegna non ha effetto.',
    promptMore:
      'Completa ciò che questa forma richiede già e può restare vuota. Senza modello linguistico la consegna non ha effetto.',
    custom:
      'Permette di fare una domanda libera sulla trascrizione, le note o un risultato. Richiede un modello linguistico e non parte mai automaticamente. La rimuova se qui non deve essere possibile.',
  },
  form: {
    text: {
      name: 'Testo',
      about:
        'Paragrafi ed elenchi secondo la Sua consegna. Senza modello linguistico: le frasi più importanti così come sono state dette.',
    },
    minutes: {
      name: 'Verbale',
      about: 'Decisioni, compiti con responsabile e termine, punti aperti. Anche senza modello linguistico.',
    },
    claims: {
      name: 'Verifica dei fatti',
      about:
        'Affermazioni verificabili con giudizio e passaggi. Senza modello linguistico vengono solo elencate.',
    },
    translation: {
      name: 'Traduzione',
      about: 'Intervento per intervento. Richiede un modello linguistico.',
    },
    prompt: {
      name: 'Forma libera',
      about:
        'Esattamente ciò che chiede la consegna, per esempio una lettera. Richiede un modello linguistico.',
    },
  },
  problem: {
    labelShape: 'Usi lettere minuscole, cifre e _, con una lettera all’inizio, al massimo 40 caratteri.',
    labelReserved: 'Wortlaut usa già questo identificativo. Ne scelga un altro.',
    labelTwice: 'Questo identificativo esiste già. Ne scelga un altro.',
    nameRequired: 'Inserisca un nome.',
    nameLong: 'Il nome può avere al massimo 80 caratteri.',
    promptRequired: 'Questa forma richiede una consegna.',
    promptLong: 'La consegna può avere al massimo 8000 caratteri.',
  },
};
