export const network = {
  label: 'Connessione',
  offline: 'Il Suo dispositivo è offline. Appena la connessione ritorna, tutto continua da sé.',
  unreachable: 'Il server non è raggiungibile. Si riprova ogni {{seconds}} secondi.',
};
