import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';
import type { FedWindow } from './preview.contract.ts';

/** Calls of the worker that cuts the sound of a file into windows. It serves one file. */
export type FileWindowsContract = {
  /** Begins to read the sound. `maxS` is the longest window that the model takes, s. */
  open: {
    input: { source: PcmSource; sampleRate: number; channels: number; maxS: number };
    output: undefined;
  };
  /** Resolves with the next window, and with null after the last one. One call at a time. */
  next: { input: undefined; output: FedWindow | null };
};
