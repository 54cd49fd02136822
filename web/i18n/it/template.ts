export const template = {
  ask: 'Manca un modello?',
  link: 'Proporre un modello',
  summary: 'Nuovo modello per l’elaborazione',
  description:
    'Nome del modello:\n\nChe cosa deve ricavare da un colloquio:\n\nCome deve essere strutturato il risultato:\n\nPer quali colloqui è pensato:\n\nPer favore nessuna indicazione su persone e nessun testo tratto da colloqui.\n\nWortlaut {{version}}, {{host}}',
};
