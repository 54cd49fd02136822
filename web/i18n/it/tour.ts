import type { TourWords } from '#web/i18n/tour-words.ts';

export const tour: TourWords = {
  names: {
    library: 'Visita guidata: biblioteca',
    recording: 'Visita guidata: registrare',
    session: 'Visita guidata: seduta',
  },
  position: '{number} di {count}',
  next: 'Avanti',
  back: 'Indietro',
  end: 'Fine',
  skip: 'Termina la visita',
  reach: 'È aperta una breve visita guidata. Sta prima del contenuto della pagina; Esc la termina.',
  steps: {
    library: {
      create: {
        title: 'Tutto comincia qui',
        text: '«Registra» comincia subito. Scelga un file, o lo trascini in un punto qualsiasi di questa pagina. Con «Nuova seduta» compila prima tutto, oppure detta.',
      },
      search: {
        title: 'Titoli o parole dette',
        text: 'Cerchi il nome di una seduta, o parole che qualcuno ha detto.',
      },
      soon: {
        title: 'Niente resta per sempre',
        text: 'L’audio e i testi vengono eliminati dopo un termine. Questo pulsante mostra ciò che scade a breve.',
      },
      help: {
        title: 'Aiuto su ogni pagina',
        text: 'Qui trova risposte brevi, tutte le scorciatoie da tastiera, e di nuovo questa visita.',
      },
    },
    recording: {
      ways: {
        title: 'Come arriva qui il suono',
        text: 'Registri, oppure carichi un file che ha già.',
      },
      check: {
        title: 'Prima ascoltiamo',
        text: 'Tre secondi bastano per dire se il suono è buono. Si registra solo quando lo dice Lei.',
      },
      lights: {
        title: 'Tre luci',
        text: 'Registrata, su questo dispositivo, sul server: chiuda la scheda solo quando la terza è accesa. Se la connessione si interrompe, la registrazione continua.',
      },
      while: {
        title: 'Durante la registrazione',
        text: 'Può mettere in pausa, mettere segni e scrivere note. La visita allora non è d’intralcio.',
      },
    },
    session: {
      tabs: {
        title: 'Tutto su un colloquio',
        text: 'Audio, dati, trascrizione e note, e una scheda per ogni risultato.',
      },
      text: {
        title: 'Leggere e migliorare',
        text: 'Un clic su una parola la fa sentire. Un doppio clic apre la sezione per scrivere. Un clic su un nome rinomina la persona.',
      },
      player: {
        title: 'Riascoltare',
        text: 'L’immagine mostra tutta la registrazione. Un clic vi porta lì, la barra spaziatrice riproduce e mette in pausa.',
      },
      process: {
        title: 'Elaborare',
        text: 'Ne nascono un riassunto, un verbale o la risposta alla Sua domanda. Controlli ciò che c’è scritto: i numeri portano al punto della registrazione.',
      },
      menu: {
        title: 'Trasmettere',
        text: 'Il menu scarica documenti e l’audio, li invia per e-mail, o trascrive di nuovo.',
      },
    },
  },
};
