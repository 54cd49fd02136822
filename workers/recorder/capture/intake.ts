import { createLiveDownmix } from '#wasm/live/live-downmix.ts';
import { createMonoResampler, type MonoResampler } from '#wasm/dsp/resample.ts';

/** From what one microphone gives to what the encoder takes: mono at its rate. */
export type Intake = {
  readonly sampleRate: number;
  /** Sound that is only heard: what the downmix learns from it holds when recording begins. */
  hear(block: Float32Array): void;
  /** Sound that is recorded. What the filter still needs is kept until the next block or `cut`. */
  record(block: Float32Array, targetRate: number): Float32Array;
  /** Ends a stretch: the rest of what was recorded. The next sample that is recorded begins anew. */
  cut(): Float32Array;
};

/** Blocks are interleaved stereo. A stretch of n frames gives `ceil(n * targetRate / sampleRate)` samples, lined up in time. */
export function createIntake(sampleRate: number): Intake {
  const downmix = createLiveDownmix({ sampleRate });
  let resampler: MonoResampler | null = null;
  return {
    sampleRate,
    hear(block) {
      downmix(block);
    },
    record(block, targetRate) {
      resampler ??= createMonoResampler({ sampleRate, channels: 1, targetRate });
      return resampler.push(downmix(block));
    },
    cut() {
      const rest = resampler?.finish() ?? new Float32Array(0);
      resampler = null;
      return rest;
    },
  };
}
