export const transcript = {
  label: 'Trascrizione',
  playFrom: 'Riproduci da {{time}}',
  follow: 'Al punto attuale',
  partial: 'Testo provvisorio. La trascrizione è ancora in corso.',
  empty: {
    waiting: 'La trascrizione appare qui appena ci sono le prime frasi.',
    noSpeech: {
      title: 'Nessun parlato trovato',
      text: 'Nella registrazione non è stato riconosciuto nulla di parlato. Ascolti se è quella giusta, e verifichi il microfono prima della prossima.',
    },
    none: 'Per questa seduta non c’è una trascrizione.',
  },
};
