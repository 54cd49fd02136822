import type { Mp3Settings } from './encode.contract.ts';
import type { EncodeJob } from './job-stream.ts';

/** The requested frames of one job. */
export type EncodedJob = { frames: Blob; busyMs: number };

/** Encode worker; runs one call at a time. Error: `media.engine_failed`. */
export type EncoderContract = {
  /** Loads the ffmpeg core; only `encode` needs it. */
  load: { input: undefined; output: undefined };
  encode: { input: { job: EncodeJob; settings: Mp3Settings }; output: EncodedJob };
  /**
   * Makes the Info tag with the exact length, and the SHA-256 of tag and frames. Event: share of the bytes that are hashed,
   * 0 to 1.
   */
  seal: {
    input: { frames: Blob; settings: Mp3Settings; samples: number };
    output: { tag: Blob; sha256: string };
    event: number;
  };
};
