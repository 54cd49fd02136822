export const status = {
  new: 'nuova',
  preparing: 'in preparazione',
  pending: 'in attesa',
  transcribing: 'in trascrizione',
  processing: 'in elaborazione',
  overdue: 'quasi pronta',
  completed: 'pronta',
  error: 'errore',
};
