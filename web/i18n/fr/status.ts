export const status = {
  new: 'nouvelle',
  preparing: 'en préparation',
  pending: 'en attente',
  transcribing: 'en transcription',
  processing: 'en traitement',
  overdue: 'presque terminée',
  completed: 'terminée',
  error: 'erreur',
};
