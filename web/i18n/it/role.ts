export const role = {
  title: 'Scegli un ruolo',
  change: 'Cambia ruolo',
  text: 'Il ruolo determina quali elaborazioni Le vengono proposte. Può cambiarlo in qualsiasi momento nel menu utente.',
  label: 'Il Suo ruolo',
  isDefault: 'Vale finché non ne è scelto nessuno.',
  confirm: 'Conferma',
  skip: 'Salta',
  chosen: 'Il Suo ruolo ora è «{{role}}».',
  unknown: 'Ruolo sconosciuto',
  failed: {
    available: 'Non è stato possibile caricare i ruoli disponibili',
    current: 'Non è stato possibile caricare il ruolo attuale',
    select: 'Non è stato possibile scegliere il ruolo',
  },
};
