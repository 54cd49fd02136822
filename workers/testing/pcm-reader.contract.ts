import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';

export type PcmReaderContract = {
  /** Reads a stream to its end. Returns the number of its samples. */
  read: { input: { source: PcmSource }; output: number };
};
