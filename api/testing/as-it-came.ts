import type { AudioLooker } from '#api/recording/seekable.store.ts';

/** For tests whose audio is no sound: it is played as it came. */
export const asItCame: AudioLooker = {
  lookInto: async (_key, fileType) => ({ seekable: 'no', file_type: fileType }),
  queue: async () => {},
};
