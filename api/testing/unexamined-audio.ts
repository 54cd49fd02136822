import type { AudioExaminer } from '#api/recording/audio-examiner.ts';

/** For tests without real audio: it is not examined, not converted, and played as it was sent. */
export const unexaminedAudio: AudioExaminer = {
  examine: async (_key, fileType) => ({ seekable: 'no', file_type: fileType }),
  queue: async () => {},
};
