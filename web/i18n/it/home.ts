export const home = {
  headline: 'Conservare i colloqui, parola per parola',
  subheadline:
    'Registri un colloquio, detti o carichi un file. Vede subito se l’audio è buono e legge ciò che è stato detto. Tutto resta sul Suo server.',
  start: 'Iniziare',
  tiles: 'Per chi è fatto Wortlaut',
  government: {
    title: 'Per le amministrazioni',
    text: 'Sedute, audizioni e interrogatori: registra in sala o carica un file. Ciò che è stato detto è nella trascrizione con il suo tempo, e ogni passaggio si può riascoltare.',
  },
  health: {
    title: 'Per la sanità',
    text: 'Visite, consegne e discussioni di casi: registra o detta ciò che va nella cartella. La registrazione resta sul Suo server e alla scadenza viene eliminata.',
  },
  steps: {
    title: 'Come funziona',
    check: {
      title: 'Registrare, dettare o scegliere un file',
      text: 'Il Suo dispositivo controlla subito l’audio e dice che cosa si può migliorare.',
    },
    send: {
      title: 'Salvare',
      text: 'Una registrazione viene salvata di continuo sul Suo dispositivo e sul Suo server. Un file viene ridotto e caricato.',
    },
    read: {
      title: 'Leggere',
      text: 'Il server scrive il testo e, se lo desidera, un verbale. Un clic su una parola fa sentire il passaggio.',
    },
  },
};
