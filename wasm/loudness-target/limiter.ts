import { interpolator, reach, taps } from '#wasm/dsp/interpolator.ts';
import { createGainCurve } from './gain-curve.ts';

type Limiter = {
  /** Number of samples by which the output comes later than the input. */
  delay: number;
  /** The next `chunkSamples` of input. The caller fills them before `next`. */
  input: Float64Array;
  /** Limits the input and returns as many samples. The next call overwrites them. */
  next(): Float32Array<ArrayBuffer>;
};

export const chunkSamples = 512;

/**
 * Attack before a peak, and time constant of the release, s. The release is slower than a pitch period and faster than
 * a word.
 */
const attackS = 0.005;
const releaseS = 0.1;
/** Rate at which ITU-R BS.1770-4 annex 2 measures true peaks, Hz. */
const peakRate = 192_000;
/** Places between samples are skipped if they would have to rise by more than this factor to reach the ceiling. */
const maxRise = 2;

/**
 * Creates a look-ahead limiter that keeps the true peak (ITU-R BS.1770-4 annex 2, at 192 kHz or more) at or below an
 * amplitude.
 */
export function createLimiter(sampleRate: number, ceiling: number): Limiter {
  const phases = interpolator(Math.max(1, Math.ceil(peakRate / sampleRate)));
  const curve = createGainCurve({
    attackSamples: Math.round(attackS * sampleRate),
    marginSamples: reach,
    releaseSamples: releaseS * sampleRate,
  });
  const delay = reach + curve.delay;
  // The input comes after the samples that the filter and the delayed output need.
  const history = Math.max(taps, delay);
  const samples = new Float64Array(history + chunkSamples);
  const output = new Float32Array(chunkSamples);
  let peakBefore = 0;

  /**
   * Returns the highest gain, at most 1, that keeps a sample, and the places between it and the next one, at or below
   * the ceiling.
   */
  const limitAt = (at: number): number => {
    const left = Math.abs(samples[at]!);
    const right = Math.abs(samples[at + 1]!);
    let peak = left > right ? left : right;
    if (peak * maxRise <= ceiling) return 1;
    for (let phase = 0; phase < phases.length; phase += taps) {
      let even = 0;
      let odd = 0;
      for (let tap = 0, i = at - reach + 1; tap < taps; tap += 2, i += 2) {
        even += phases[phase + tap]! * samples[i]!;
        odd += phases[phase + tap + 1]! * samples[i + 1]!;
      }
      const magnitude = Math.abs(even + odd);
      if (magnitude > peak) peak = magnitude;
    }
    return peak > ceiling ? ceiling / peak : 1;
  };

  return {
    delay,
    input: samples.subarray(history),
    next() {
      let peak = 0;
      for (let i = history; i < samples.length; i++) {
        const magnitude = Math.abs(samples[i]!);
        if (magnitude > peak) peak = magnitude;
      }
      const isQuiet = Math.max(peak, peakBefore) * maxRise <= ceiling;
      if (isQuiet && curve.isOpen()) {
        for (let i = 0, at = history - delay; i < chunkSamples; i++, at++) output[i] = samples[at]!;
      } else {
        for (let i = 0; i < chunkSamples; i++)
          output[i] = samples[history - delay + i]! * curve.next(limitAt(history - reach + i));
      }
      samples.copyWithin(0, chunkSamples);
      peakBefore = peak;
      return output;
    },
  };
}
