export const home = {
  headline: 'Keep conversations, word for word',
  subheadline:
    'Record a conversation, dictate, or upload a file. You see at once whether the sound is good, and read what was said. Everything stays on your own server.',
  start: 'Get started',
  tiles: 'Who Wortlaut is made for',
  government: {
    title: 'For government',
    text: 'Meetings, hearings and interviews: you record in the room or upload a file. What was said stands in the transcript with its time, and every passage can be heard again.',
  },
  health: {
    title: 'For health',
    text: 'Consultations, handovers and case discussions: you record, or dictate what belongs in the file. The recording stays on your server and is deleted when its time is over.',
  },
  steps: {
    title: 'How it works',
    check: {
      title: 'Record, dictate, or choose a file',
      text: 'Your device checks the sound at once and says what can be improved.',
    },
    send: {
      title: 'Save',
      text: 'A recording is saved on your device and on your server while it runs. A file is made smaller and uploaded.',
    },
    read: {
      title: 'Read',
      text: 'The server writes the text, and minutes if you want them. A click on a word plays that passage.',
    },
  },
};
