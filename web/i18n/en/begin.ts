/** The first minute: recording at once, and files that are dropped on the library. */
export const begin = {
  record: 'Record',
  file: 'Choose file',
  title: 'New recording',
  lead: 'The recording begins as soon as the microphone is open. You can change name and language at any time.',
  checkFirst: 'Check the sound first',
  drop: {
    title: 'Drop the file',
    text: 'It becomes a new session. The file is checked on this device first. Audio or video, at most {{size}} and 2:30 hours.',
  },
  opening: '“{{name}}” is being opened …',
  failed: 'No session could be created for “{{name}}”',
  kept: 'The file is unchanged on this device.',
  close: 'Close message',
};
