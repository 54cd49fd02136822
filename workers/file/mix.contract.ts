import type { TrimPlan } from '#wasm/trim/plan.ts';
import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';
import type { JobSink } from '#workers/encode/job-stream.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';

/**
 * Worker of the second pass. It mixes and resamples the audio as the first pass did, trims it, normalises it on request, and
 * sends it as encode jobs.
 */
export type MixContract = {
  /** Resolves when all samples of `plan` are sent, even if the decoder could deliver more. */
  mix: {
    input: {
      source: PcmSource;
      sampleRate: number;
      channels: number;
      settings: Mp3Settings;
      plan: TrimPlan;
      /** Gain that is applied before a limiter of the true peak, dB; null if neither gain nor limiter is applied. */
      gainDb: number | null;
      sink: JobSink;
    };
    output: undefined;
  };
};
