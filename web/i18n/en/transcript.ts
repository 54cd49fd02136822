export const transcript = {
  label: 'Transcript',
  playFrom: 'Play from {{time}}',
  follow: 'To the current position',
  partial: 'Provisional text. The transcription is still running.',
  empty: {
    waiting: 'The transcript appears here as soon as the first sentences are there.',
    noSpeech: {
      title: 'No speech detected',
      text: 'Nothing spoken was found in the recording. Listen whether it is the right one, and check the microphone before the next.',
    },
    none: 'There is no transcript for this session.',
  },
};
