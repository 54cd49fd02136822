import type { AudioLooker } from '#api/recording/seekable.store.ts';

/** For tests whose audio has no real sound: the audio is not examined, not converted, and played as it was sent. */
export const unexaminedAudio: AudioLooker = {
  lookInto: async (_key, fileType) => ({ seekable: 'no', file_type: fileType }),
  queue: async () => {},
};
