import type { AudioExaminer } from '#api/recording/audio-examiner.ts';

/** For tests without real audio: the audio is neither examined nor converted, and is played as it was sent. */
export const unexaminedAudio: AudioExaminer = {
  examine: async (_key, fileType) => ({ seekable: 'no', file_type: fileType }),
  queue: async () => {},
};
