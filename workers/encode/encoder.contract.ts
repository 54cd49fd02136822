import type { Mp3Settings } from './encode.contract.ts';
import type { EncodeJob } from './job-stream.ts';

/** The mp3 frames that a job requested, and the time that the worker took, ms. */
export type EncodedJob = { frames: Blob; busyMs: number };

/** Calls of the encode worker, which runs one call at a time. Error: `media.engine_failed`. */
export type EncoderContract = {
  /** Loads the ffmpeg core, which only `encode` needs. */
  load: { input: undefined; output: undefined };
  encode: { input: { job: EncodeJob; settings: Mp3Settings }; output: EncodedJob };
  /**
   * Makes the Info tag, which states the exact length, and the SHA-256 of tag and frames. The event is the share of the work
   * that is done, 0 to 1.
   */
  seal: {
    input: { frames: Blob; settings: Mp3Settings; samples: number };
    output: { tag: Blob; sha256: string };
    event: number;
  };
};
