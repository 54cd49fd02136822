import { amplitudeToDb } from '#wasm/dsp/decibel.ts';
import type { WithMemory } from '#wasm/binding/instantiate.ts';
import type { PlanePart } from '#wasm/binding/planes.ts';
import { interpolator, taps } from '#wasm/dsp/interpolator.ts';

/** ITU-R BS.1770-4 annex 2 oversamples 48 kHz fourfold; lower rates come to the same rate by a larger factor. */
const targetRate = 192_000;
/**
 * Between two samples the sound is not looked at where it would have to rise by more than this over both to be the highest:
 * a tone rises by 3 dB at a quarter of the sample rate; 6 dB takes a burst made for it at half the rate.
 */
const maxRise = 2;

/** The interpolator for a sample rate, what it can raise a peak by at most, and where it is made use of. */
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

/** dBTP; null for digital silence. */
export const toDbtp = (peak: number) => (peak === 0 ? null : amplitudeToDb(peak));

export type TruePeak = PlanePart & {
  /** True peak so far, dBTP; null for digital silence. */
  dbtp(): number | null;
};

export type TruePeakExports = WithMemory & {
  truePeakCreate(channels: number, phases: number, maxGain: number, maxRise: number): number;
  truePeakHighest(): number;
  truePeakPush(frames: number): void;
};

/** True peak, dBTP, after ITU-R BS.1770-4 annex 2: the highest magnitude at 192 kHz or more, in any channel. */
export function createTruePeak(
  kernel: TruePeakExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): TruePeak {
  const { phases, phaseCount, maxGain, maxRise } = planTruePeak(sampleRate);
  const at = kernel.truePeakCreate(channels, phaseCount, maxGain, maxRise);
  new Float64Array(kernel.memory.buffer, at, phases.length).set(phases);
  return { push: kernel.truePeakPush, dbtp: () => toDbtp(kernel.truePeakHighest()) };
}
