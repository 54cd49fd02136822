export const status = {
  new: 'new',
  preparing: 'preparing',
  pending: 'pending',
  transcribing: 'transcribing',
  processing: 'processing',
  overdue: 'almost finished',
  completed: 'completed',
  error: 'error',
};
