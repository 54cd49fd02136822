export const recording = {
  lights: {
    label: 'Wo die Aufnahme ist',
    recorded: 'aufgenommen',
    device: 'auf diesem Gerät',
    server: 'auf dem Server',
    yes: 'ja',
    partly: 'zum Teil',
    no: 'noch nicht',
  },
};
