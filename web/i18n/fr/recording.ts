export const recording = {
  lights: {
    label: 'Où se trouve l’enregistrement',
    recorded: 'enregistré',
    device: 'sur cet appareil',
    server: 'sur le serveur',
    yes: 'oui',
    partly: 'en partie',
    no: 'pas encore',
  },
};
