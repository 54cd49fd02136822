import { amplitudeToDb } from '#wasm/dsp/decibel.ts';
import type { WithMemory } from '#wasm/binding/instantiate.ts';
import type { PlanePart } from '#wasm/binding/planes.ts';
import { interpolator, taps } from '#wasm/dsp/interpolator.ts';

/** ITU-R BS.1770-4 annex 2 oversamples 48 kHz by four; lower rates use a larger factor for the same rate. */
const targetRate = 192_000;
/**
 * Places between samples are skipped if they would have to rise by more than this factor above both neighbours to be the highest.
 * A tone at a quarter of the sample rate rises by 3 dB; 6 dB takes an artificial burst at half the rate.
 */
const maxRise = 2;

/**
 * Returns the interpolator for a sample rate, the largest factor by which it can raise a peak, and the limit for
 * skipping.
 */
export function planTruePeak(sampleRate: number) {
  const phases = interpolator(Math.max(1, Math.ceil(targetRate / sampleRate)));
  let maxGain = 1;
  for (let phase = 0; phase < phases.length; phase += taps) {
    let gain = 0;
    for (let tap = 0; tap < taps; tap++) gain += Math.abs(phases[phase + tap]!);
    maxGain = Math.max(maxGain, gain);
  }
  return { phases, phaseCount: phases.length / taps, maxGain, maxRise };
}

/** Converts an amplitude to dBTP. Returns null for digital silence. */
export const toDbtp = (peak: number) => (peak === 0 ? null : amplitudeToDb(peak));

export type TruePeak = PlanePart & {
  dbtp(): number | null;
};

export type TruePeakExports = WithMemory & {
  truePeakCreate(channels: number, phases: number, maxGain: number, maxRise: number): number;
  truePeakHighest(): number;
  truePeakPush(frames: number): void;
};

/** Measures the true peak (ITU-R BS.1770-4 annex 2): the highest magnitude at 192 kHz or more, in any channel. */
export function createTruePeak(
  kernel: TruePeakExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): TruePeak {
  const { phases, phaseCount, maxGain, maxRise } = planTruePeak(sampleRate);
  const at = kernel.truePeakCreate(channels, phaseCount, maxGain, maxRise);
  new Float64Array(kernel.memory.buffer, at, phases.length).set(phases);
  return { push: kernel.truePeakPush, dbtp: () => toDbtp(kernel.truePeakHighest()) };
}
