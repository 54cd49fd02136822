import type { Mp3Settings } from './encode.contract.ts';
import type { EncodeJob } from './job-stream.ts';

/** The wanted frames of one job, one after the other. */
export type EncodedJob = { frames: Blob; busyMs: number };

/** What the encode workers do; each does one thing at a time. Error: `media.engine_failed`. */
export type EncoderContract = {
  /** Loads the ffmpeg core; only `encode` needs it. */
  load: { input: undefined; output: undefined };
  encode: { input: { job: EncodeJob; settings: Mp3Settings }; output: EncodedJob };
  /** The tag frame that makes frames a file of exact length, and the digest of both. The event is the share that was read. */
  seal: {
    input: { frames: Blob; settings: Mp3Settings; samples: number };
    output: { tag: Blob; sha256: string };
    event: number;
  };
};
