import type { HelpWords } from '#web/i18n/help-words.ts';

/** Help about what comes after the recording. */
export const helpReading: Pick<
  HelpWords['topics'],
  | 'transcript'
  | 'notes'
  | 'results'
  | 'sharing'
  | 'retention'
  | 'offline'
  | 'account'
  | 'administration'
  | 'keys'
> = {
  transcript: {
    title: 'Trascrizione',
    about: 'Leggere, riascoltare e migliorare.',
    sections: [
      {
        title: 'Leggere e ascoltare',
        text: [
          'Un clic su una parola fa sentire il passaggio. La parola riprodotta è evidenziata, e il testo scorre con lei finché non lo scorre Lei.',
          'In basso c’è la riproduzione con l’immagine di tutta la registrazione. Un clic vi porta lì.',
        ],
      },
      {
        title: 'Migliorare il testo',
        text: [
          'Un doppio clic su una sezione, o il tasto Invio, la apre per scrivere. Invio nel testo la divide. Tutto viene salvato da sé.',
          'Tutto si può annullare. Le versioni precedenti restano leggibili.',
        ],
      },
      {
        title: 'Chi parla',
        text: [
          'Un clic su un nome rinomina la persona dappertutto. Se solo un intervento è attribuito alla persona sbagliata, scelga qualcun altro per quella sezione.',
        ],
      },
      {
        title: 'Passaggi incerti',
        text: [
          'Un segno sta dove il riconoscimento vocale era incerto, dove il testo si ripete o dove nessuno sembra parlare. Riascolti questi passaggi prima di trasmettere il testo. Confermi ciò che è giusto.',
        ],
      },
      {
        title: 'Cercare e sostituire',
        text: [
          'La ricerca mostra tutti i risultati. Per sostituire, spunta quelli che intende. Se ha corretto una parola che ricorre più volte, la pagina propone di sostituirla anche altrove.',
        ],
      },
      {
        title: 'Bozza',
        text: [
          'Se il Suo dispositivo ha scritto già durante la registrazione, quel testo resta come bozza finché la trascrizione lo sostituisce. Le differenze si possono mostrare.',
        ],
      },
      {
        title: 'Trascrivere di nuovo',
        text: [
          'Nel menu della seduta si può trascrivere di nuovo la registrazione, per esempio in un’altra lingua o a volume più alto. Le Sue modifiche vengono riprese dove vanno ancora bene; il resto viene elencato.',
        ],
      },
    ],
  },
  notes: {
    title: 'Note',
    about: 'Scrivere, mettere in ordine e collegare ai punti.',
    sections: [
      {
        title: 'Scrivere note',
        text: [
          'Scriva note durante la registrazione o più tardi, da sole o accanto alla trascrizione. Vengono salvate da sé, prima su questo dispositivo, poi sul server.',
          'Pochi segni danno forma: # per un titolo, - per un elenco, ** attorno alle parole in grassetto.',
        ],
      },
      {
        title: 'Inserire momenti',
        text: [
          '«Inserisci il momento» mette il momento della riproduzione come rimando. Un clic su di esso, in lettura, fa sentire il passaggio. Si possono inserire anche i segni della registrazione.',
        ],
      },
      {
        title: 'Mettere in ordine',
        text: [
          '«Metti in ordine» fa una proposta. Le Sue note cambiano solo se la accetta. Con un modello linguistico vengono anche completate dalla trascrizione; ciò che non ha un punto è indicato con «senza fonte».',
        ],
      },
      {
        title: 'Due versioni',
        text: [
          'Se le note sono state cambiate in due luoghi allo stesso tempo, restano entrambi i testi. Decide Lei quale vale.',
        ],
      },
    ],
  },
  results: {
    title: 'Elaborazioni e risultati',
    about: 'Riassunto, verbale, verifica dei fatti, domande libere.',
    sections: [
      {
        title: 'Elaborare',
        text: [
          'Un’elaborazione fa della trascrizione un risultato, per esempio un riassunto o un verbale. Nella nuova seduta scelga che cosa deve crearsi da sé; il resto lo avvia più tardi con «Elabora».',
          'Ogni risultato ha la sua scheda. Se viene creato di nuovo, quello precedente resta leggibile.',
        ],
      },
      {
        title: 'Controlli ciò che c’è scritto',
        text: [
          'I risultati possono contenere errori. I piccoli numeri portano al punto della registrazione su cui si basa una frase. «Senza fonte» significa che non è stato trovato alcun punto.',
          'Sotto il risultato è indicato se lo ha scritto un modello linguistico o se è composto da frasi della trascrizione.',
        ],
      },
      {
        title: 'Dopo modifiche',
        text: [
          'Se modifica la trascrizione o le note, un risultato viene indicato come superato. Può allora crearlo di nuovo.',
        ],
      },
      {
        title: 'Domanda libera',
        text: [
          'Può fare una domanda sulla trascrizione, sulle note o su un risultato. Per questo il server ha bisogno di un modello linguistico.',
        ],
      },
      {
        title: 'Correzioni',
        text: [
          'Se lo desidera, il server cerca parole scritte male. Fa proposte; nulla cambia finché non ne accetta una.',
        ],
      },
    ],
  },
  sharing: {
    title: 'Scaricare e condividere',
    about: 'Documenti, audio ed e-mail.',
    sections: [
      {
        title: 'Scaricare un documento',
        text: [
          'Sotto «Esporta» sceglie contenuto e formato. PDF serve per leggere e trasmettere, Word per rielaborare, il testo è senza impaginazione. Per programmi e video ci sono altri formati.',
        ],
      },
      {
        title: 'Scaricare l’audio',
        text: [
          'Dal menu della seduta scarica l’audio come mp3 finché viene conservato. La Sua organizzazione può disattivarlo.',
        ],
      },
      {
        title: 'Condividere per e-mail',
        text: [
          'Per questo il Suo indirizzo e-mail deve essere confermato. Ognuno riceve un’e-mail propria e non vede gli altri indirizzi. Prima dell’invio vede un’anteprima.',
          'Ciò che parte per e-mail, Wortlaut non può riprenderlo né eliminarlo. Controlli destinatari e contenuto. Se l’e-mail non è configurata, scarichi i documenti e li invii Lei.',
        ],
      },
    ],
  },
  retention: {
    title: 'Conservazione e protezione dei dati',
    about: 'Quanto tempo restano i dati, e chi li vede.',
    sections: [
      {
        title: 'Che cosa viene eliminato da sé',
        text: [
          'L’audio e i testi hanno ciascuno un termine. Quando è trascorso vengono eliminati e non si possono recuperare. Ogni seduta indica la data esatta, la biblioteca ciò che scade a breve.',
          'Termini più brevi vengono annunciati almeno 30 giorni prima. Scarichi prima ciò che deve conservare.',
        ],
      },
      {
        title: 'Chi vede le Sue sedute',
        text: [
          'In Wortlaut solo Lei. Altre persone non le vedono, neanche se conoscono l’indirizzo. Le trasmette solo chi scarica documenti o li invia per e-mail.',
          'Chi gestisce il server ha accesso ai suoi file e alle copie di sicurezza. Chieda alla Sua amministrazione quali regole valgono.',
        ],
      },
      {
        title: 'Dove vanno i dati',
        text: [
          'Le registrazioni vanno al Suo server. Se questo usa un altro servizio per trascrizioni o risultati, lo decide la Sua amministrazione. Le bozze sul dispositivo non lo lasciano.',
        ],
      },
      {
        title: 'Consenso',
        text: [
          'Prima di registrare, dica alle persone che registra, a quale scopo e per quanto tempo resta. Segua le regole della Sua organizzazione.',
        ],
      },
    ],
  },
  offline: {
    title: 'Offline e connessione',
    about: 'Che cosa succede senza rete o senza server.',
    sections: [
      {
        title: 'Una registrazione continua',
        text: [
          'Si registra anche senza rete, senza server e con l’accesso scaduto. Ciò che è registrato si trova su questo dispositivo e viene inviato appena è possibile.',
          'Lasci aperta la scheda finché la terza luce è accesa.',
        ],
      },
      {
        title: 'La barra in alto',
        text: ['Dice che cosa succede. Rosso: non si invia nulla. Giallo: si continua.'],
        points: [
          'Offline: il Suo dispositivo non ha rete.',
          'Non raggiungibile: il server non risponde. La pagina riprova da sé.',
          'Interrotto o in pausa: il prossimo tentativo arriva nel tempo indicato. «Prova adesso» non aspetta.',
        ],
      },
      {
        title: 'Note e modifiche',
        text: [
          'Anche queste si trovano prima su questo dispositivo. La biblioteca indica ciò che non è ancora inviato.',
        ],
      },
      {
        title: 'Se non torna',
        text: [
          'Salvi la registrazione come file. Potrà caricarla più tardi in una nuova seduta. Non chiuda una finestra privata prima che tutto sia inviato: non salva nulla.',
        ],
      },
    ],
  },
  account: {
    title: 'Account e accesso',
    about: 'Password, indirizzo, dispositivi e impostazioni.',
    sections: [
      {
        title: 'Accedere',
        text: [
          'Accede con indirizzo e-mail e password, o con il servizio di accesso della Sua organizzazione. In questo caso cambia lì la password.',
          'Se ha dimenticato la password, si faccia inviare un link dalla pagina di accesso. Vale un’ora e una sola volta. Se il server non invia e-mail, La aiuta l’amministrazione.',
        ],
      },
      {
        title: 'Il Suo account',
        text: [
          'Sotto «Account», nel menu in alto a destra, conferma il Suo indirizzo, cambia la password e vede dove ha effettuato l’accesso. Termini lì un accesso che non conosce e cambi poi la password.',
        ],
      },
      {
        title: 'Lingua e aspetto',
        text: [
          'Nello stesso menu sceglie la lingua e se la pagina è chiara o scura. La lingua vale per il Suo account, l’aspetto per questo dispositivo.',
        ],
      },
      {
        title: 'Ruolo',
        text: [
          'Se la Sua organizzazione ha ruoli, il ruolo determina quali elaborazioni vede. Lo cambia nel menu, ma non durante una registrazione.',
        ],
      },
      {
        title: 'Uscire e chiudere l’account',
        text: [
          'Esca se altre persone usano questo dispositivo. Se non è ancora tutto sul server, la pagina prima chiede.',
          'Un account chiuso viene eliminato con tutte le sedute. Non si può annullare.',
        ],
      },
    ],
  },
  administration: {
    title: 'Configurazione del servizio',
    about: 'Per superutenti: che cosa offre un indirizzo.',
    sections: [
      {
        title: 'Indirizzi',
        text: [
          'I superutenti trovano nel menu «Configurazione del servizio». Lì ci sono gli indirizzi di questo server. Ognuno ha le proprie persone, sedute e impostazioni.',
          'Nomi, accesso e limiti li cambiano solo i superutenti dell’indirizzo principale.',
        ],
      },
      {
        title: 'Elaborazioni e ruoli',
        text: [
          'Decide quali elaborazioni sono offerte, che cosa si crea da sé e quale consegna riceve il modello linguistico. L’anteprima mostra che cosa vede un ruolo prima di salvare.',
        ],
      },
      {
        title: 'Persone',
        text: [
          'Assegna ruoli, blocca persone e crea un link per una nuova password. Chi è bloccato esce subito; le sedute restano salvate.',
        ],
      },
      {
        title: 'Conservazione',
        text: [
          'Termini più lunghi valgono subito. Annunci quelli più brevi almeno 30 giorni prima; fino ad allora nulla viene eliminato in anticipo.',
        ],
      },
      {
        title: 'Se due cambiano allo stesso tempo',
        text: [
          'Se nel frattempo ha salvato qualcun altro, vede entrambi gli stati. Sceglie solo dove tutti e due hanno cambiato la stessa cosa.',
        ],
      },
    ],
  },
  keys: {
    title: 'Scorciatoie da tastiera',
    about: 'Tutto ciò che si può fare con la tastiera.',
    sections: [],
  },
};
