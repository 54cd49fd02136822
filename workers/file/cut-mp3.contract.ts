import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** Share of the work that is done, 0 to 1. The worker reads the file first, then its result. */
export type CutProgress = { share: number };

export type CutMp3Contract = {
  /** Returns true if the file is an mp3 whose own frames can be sent. Error: `media.unreadable`. */
  canCut: { input: { file: Blob }; output: boolean; event: CutProgress };
  /** Cuts an mp3. Returns null if it must be encoded instead (`cutMp3`). Error: `media.unreadable`. */
  cut: {
    input: { file: Blob; kept: readonly TimeSpan[] | null };
    output: EncodedMp3 | null;
    event: CutProgress;
  };
};
