export const home = {
  headline: 'Conservare i colloqui, parola per parola',
  subheadline:
    'Registri un colloquio o carichi un file, veda subito se l’audio è buono e legga ciò che è stato detto. Tutto resta sul Suo server.',
  start: 'Iniziare',
  tiles: 'Per chi è fatto Wortlaut',
  government: {
    title: 'Per le amministrazioni',
    text: 'Sedute, audizioni e interrogatori: ciò che è stato detto è nella trascrizione con il suo tempo, e ogni passaggio si può riascoltare.',
  },
  health: {
    title: 'Per la sanità',
    text: 'Visite, consegne e discussioni di casi: la registrazione non va a nessun servizio esterno e alla scadenza viene eliminata.',
  },
  steps: {
    title: 'Come funziona',
    check: {
      title: 'Registrare o scegliere un file',
      text: 'Il Suo dispositivo controlla l’audio in pochi secondi e dice che cosa si può migliorare.',
    },
    send: {
      title: 'Caricare',
      text: 'La registrazione viene ridotta sul Suo dispositivo e inviata al Suo server.',
    },
    read: {
      title: 'Leggere',
      text: 'Il server scrive il testo. Un clic su una parola fa sentire il passaggio.',
    },
  },
};
