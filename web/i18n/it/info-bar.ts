export const infoBar = {
  label: 'Annuncio',
  more: 'Maggiori informazioni',
  whole: 'Mostra tutto: {{title}}',
  close: 'Chiudi: {{title}}',
  survey: {
    q1: 'Wortlaut Le ha fatto risparmiare tempo con «{{title}}»?',
    q2: 'Quanto tempo all’incirca?',
    thanks: 'Grazie della risposta.',
    close: 'Chiudi il sondaggio',
    answer: { yes: 'Sì', no: 'No' },
    time: {
      '5min': '5 minuti',
      '10min': '10 minuti',
      '15min': '15 minuti',
      '30min': '30 minuti',
      '1h': '1 ora',
      '1h+': 'più di 1 ora',
    },
    spoken: {
      q1: 'In cima alla pagina c’è un breve sondaggio: Wortlaut Le ha fatto risparmiare tempo con «{{title}}»?',
      q2: 'Quanto tempo all’incirca?',
      thanks: 'Grazie della risposta.',
    },
  },
  dataProtection: {
    title: 'Protezione dei dati: conservazione più breve dal giorno {{day}}',
    days_one: '{{count}} giorno',
    days_other: '{{count}} giorni',
    months_one: '{{count}} mese',
    months_other: '{{count}} mesi',
    periods:
      'Dal giorno {{day}} l’audio viene eliminato dopo {{days}} e ogni altro contenuto di una seduta dopo {{months}}.',
    goes: {
      both: 'L’audio precedente al giorno {{audio}} e le sedute precedenti al giorno {{content}} vengono eliminati in quella data.',
      audio: 'L’audio precedente al giorno {{audio}} viene eliminato in quella data.',
      content: 'Le sedute precedenti al giorno {{content}} vengono eliminate in quella data.',
    },
    todo: 'Scarichi prima ciò che Le serve più a lungo.',
  },
};
