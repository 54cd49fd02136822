import { createLiveDownmix } from '#wasm/live/live-downmix.ts';
import { createMonoResampler, type MonoResampler } from '#wasm/dsp/resample.ts';

/** Converts one microphone's sound to mono at the encoder's sample rate. */
export type Intake = {
  readonly sampleRate: number;
  /** Feeds sound that is not recorded to the downmix, so that it has adapted when recording begins. */
  adapt(block: Float32Array): void;
  /** Converts sound that is recorded. The resampler holds some samples until the next block or `cut`. */
  record(block: Float32Array, targetRate: number): Float32Array;
  /** Returns the samples that the resampler still holds and resets it. */
  cut(): Float32Array;
};

/**
 * Creates an intake for blocks of interleaved stereo. Between two cuts, n stereo frames give `ceil(n * targetRate /
 * sampleRate)` samples without delay.
 */
export function createIntake(sampleRate: number): Intake {
  const downmix = createLiveDownmix({ sampleRate });
  let resampler: MonoResampler | null = null;
  return {
    sampleRate,
    adapt(block) {
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
