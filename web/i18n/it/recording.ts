export const recording = {
  lights: {
    label: 'Dove si trova la registrazione',
    recorded: 'registrata',
    device: 'su questo dispositivo',
    server: 'sul server',
    yes: 'sì',
    partly: 'in parte',
    no: 'non ancora',
  },
};
