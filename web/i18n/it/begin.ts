/** The first minute: recording at once, and files that are dropped on the library. */
export const begin = {
  record: 'Registra',
  file: 'Scegli un file',
  title: 'Nuova registrazione',
  lead: 'La registrazione comincia appena il microfono è aperto. Può cambiare nome e lingua in ogni momento.',
  checkFirst: 'Verificare prima il suono',
  drop: {
    title: 'Rilasci il file',
    text: 'Diventa una nuova seduta. Il file è verificato prima su questo dispositivo. Audio o video, al massimo {{size}} e 2:30 ore.',
  },
  opening: '«{{name}}» viene aperto …',
  failed: 'Per «{{name}}» non è stato possibile creare una seduta',
  kept: 'Il file è rimasto invariato su questo dispositivo.',
  close: 'Chiudi il messaggio',
};
