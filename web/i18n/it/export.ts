export const exporting = {
  action: 'Scarica documento …',
  title: 'Scarica documento',
  what: 'Contenuto',
  format: 'Formato',
  type: {
    transcript: 'Trascrizione',
    notes: 'Note',
    all: 'Tutto in un solo documento',
  },
  formats: {
    pdf: {
      name: 'PDF',
      hint: 'da leggere e trasmettere',
    },
    docx: {
      name: 'Word (DOCX)',
      hint: 'da rielaborare',
    },
    txt: {
      name: 'Testo (TXT)',
      hint: 'senza impaginazione',
    },
    md: {
      name: 'Markdown (MD)',
      hint: 'testo con marcatura',
    },
    json: {
      name: 'Dati (JSON)',
      hint: 'per programmi, con tempi e voci',
    },
    srt: {
      name: 'Sottotitoli (SRT)',
      hint: 'per programmi video',
    },
    vtt: {
      name: 'Sottotitoli (WebVTT)',
      hint: 'per il web, con le voci',
    },
  },
  more: 'Altri formati',
  submit: 'Scarica',
  preparing: 'Il documento è in preparazione.',
  saved: 'Salvato come {{name}}',
  failed: 'Non è stato possibile scaricare il documento',
  unsaved: 'La trascrizione contiene modifiche che non sono ancora sul server. Nel documento mancano.',
  nothing: {
    title: 'Non c’è ancora nulla da scaricare',
    text: 'Non appena ci saranno una trascrizione, note o risultati, potrà scaricarli qui come documento.',
  },
};
