import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** Share of all bytes to read, 0 to 1: first of the file, then of the result. */
export type CutProgress = { share: number };

export type CutMp3Contract = {
  /** True if a file is an mp3 whose own frames can be sent. Error: `media.unreadable`. */
  canCut: { input: { file: Blob }; output: boolean; event: CutProgress };
  /** Null: this mp3 cannot be cut without encoding it again. Error: `media.unreadable`. */
  cut: {
    input: { file: Blob; kept: readonly TimeSpan[] | null };
    output: EncodedMp3 | null;
    event: CutProgress;
  };
};
