export const status = {
  new: 'neu',
  preparing: 'wird vorbereitet',
  pending: 'wartet',
  transcribing: 'wird transkribiert',
  processing: 'wird verarbeitet',
  overdue: 'fast fertig',
  completed: 'fertig',
  error: 'Fehler',
};
