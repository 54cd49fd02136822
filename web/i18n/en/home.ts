export const home = {
  headline: 'Keep conversations, word for word',
  subheadline:
    'Record a conversation or upload a file, see at once whether the sound is good, and read what was said. Everything stays on your own server.',
  start: 'Get started',
  tiles: 'Who Wortlaut is made for',
  government: {
    title: 'For government',
    text: 'Meetings, hearings and interviews: what was said stands in the transcript with its time, and every passage can be heard again.',
  },
  health: {
    title: 'For health',
    text: 'Consultations, handovers and case discussions: the recording goes to no outside service, and it is deleted when its time is over.',
  },
  steps: {
    title: 'How it works',
    check: {
      title: 'Record, or choose a file',
      text: 'Your device checks the sound within seconds and says what can be improved.',
    },
    send: { title: 'Upload', text: 'The recording is made smaller on your device and sent to your server.' },
    read: { title: 'Read', text: 'The server writes the text. A click on a word plays that passage.' },
  },
};
