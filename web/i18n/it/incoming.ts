/** A file that another app has shared, or that was opened with the app. */
export const incoming = {
  title: 'La seduta riceve questo file',
  text: '«{{name}}» ({{size}}) si trova solo su questo dispositivo. Viene controllato appena la seduta è creata, e va al server solo quando sceglie «Carica».',
  remove: 'Tralasciare il file',
  none: 'Non è arrivato nessun file. Condivida la registrazione ancora una volta, oppure scelga il file dopo aver creato la seduta.',
  not_stored:
    'Il browser non ha potuto salvare il file su questo dispositivo. Il file è rimasto com’era. Liberi spazio e lo condivida ancora una volta, oppure lo scelga dopo aver creato la seduta.',
};
