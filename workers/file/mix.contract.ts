import type { TrimPlan } from '#wasm/trim/plan.ts';
import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';
import type { JobSink } from '#workers/encode/job-stream.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';

/** The second pass over the sound: mixed and resampled as in the first, trimmed, made louder on request, cut into jobs. */
export type MixContract = {
  /** Sends what `plan` wants encoded and answers when all of that has left: the decoder may still have more. */
  mix: {
    input: {
      source: PcmSource;
      sampleRate: number;
      channels: number;
      settings: Mp3Settings;
      plan: TrimPlan;
      /** dB, before a true-peak limiter; null: neither. */
      gainDb: number | null;
      sink: JobSink;
    };
    output: undefined;
  };
};
