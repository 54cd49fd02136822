import type { AudioLooker } from '#api/recording/audio-looker.ts';

/** For tests without real audio: it is not examined, not converted, and played as it was sent. */
export const unexaminedAudio: AudioLooker = {
  lookInto: async (_key, fileType) => ({ seekable: 'no', file_type: fileType }),
  queue: async () => {},
};
