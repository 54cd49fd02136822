export const recording = {
  lights: {
    label: 'Where the recording is',
    recorded: 'recorded',
    device: 'on this device',
    server: 'on the server',
    yes: 'yes',
    partly: 'partly',
    no: 'not yet',
  },
};
