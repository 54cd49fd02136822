import type { TrimPlan } from '#wasm/trim/plan.ts';
import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';
import type { JobSink } from '#workers/encode/job-stream.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';

/** Second pass: downmixed and resampled as in the first, trimmed, normalised on request, cut into encode jobs. */
export type MixContract = {
  /** Resolves when all samples of `plan` are sent, even if the decoder has more. */
  mix: {
    input: {
      source: PcmSource;
      sampleRate: number;
      channels: number;
      settings: Mp3Settings;
      plan: TrimPlan;
      /** Gain in dB before a true-peak limiter. Null applies neither gain nor limiter. */
      gainDb: number | null;
      sink: JobSink;
    };
    output: undefined;
  };
};
