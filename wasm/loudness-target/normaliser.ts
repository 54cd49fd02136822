import { dbToAmplitude } from '#wasm/dsp/decibel.ts';
import { interpolator, reach, taps } from '#wasm/dsp/interpolator.ts';
import { createGainCurve } from './gain-curve.ts';

type Normaliser = {
  /** Takes mono samples; returns those that are ready. Output and input have the same length and position in total. */
  push(block: Float32Array): Float32Array<ArrayBuffer>;
  finish(): Float32Array<ArrayBuffer>;
};

/** Attack before a peak, and time constant of the release: slower than a pitch period, faster than a word. */
const attackS = 0.005;
const releaseS = 0.1;
/** Margin for the movement of the gain within the interpolation filter. */
const safetyDb = 0.05;
/** ITU-R BS.1770-4 annex 2 measures true peaks at 192 kHz. */
const peakRate = 192_000;
/** Places between samples are skipped if they would have to rise by more than this factor to reach the ceiling. */
const maxRise = 2;
const chunkSamples = 512;

/**
 * Gain with a look-ahead limiter that keeps the true peak (ITU-R BS.1770-4 annex 2, at 192 kHz or more) at or below
 * `ceilingDbtp`. Below the ceiling the output is the input times the gain.
 */
export function createNormaliser(input: {
  sampleRate: number;
  gainDb: number;
  ceilingDbtp: number;
}): Normaliser {
  const { sampleRate } = input;
  const gain = dbToAmplitude(input.gainDb);
  const ceiling = dbToAmplitude(input.ceilingDbtp - safetyDb);
  const phases = interpolator(Math.max(1, Math.ceil(peakRate / sampleRate)));
  const curve = createGainCurve({
    attackSamples: Math.round(attackS * sampleRate),
    marginSamples: reach,
    releaseSamples: releaseS * sampleRate,
  });
  const delay = reach + curve.delay;
  // The chunk being filled, after the samples that the filter and the delayed output need.
  const history = Math.max(taps, delay);
  const line = new Float64Array(history + chunkSamples);
  const output = new Float32Array(chunkSamples);
  let filled = 0;
  let peakBefore = 0;
  let came = 0;
  let chunks = 0;

  const limitAt = (at: number): number => {
    const left = Math.abs(line[at]!);
    const right = Math.abs(line[at + 1]!);
    let peak = left > right ? left : right;
    if (peak * maxRise <= ceiling) return 1;
    for (let phase = 0; phase < phases.length; phase += taps) {
      let even = 0;
      let odd = 0;
      for (let tap = 0, i = at - reach + 1; tap < taps; tap += 2, i += 2) {
        even += phases[phase + tap]! * line[i]!;
        odd += phases[phase + tap + 1]! * line[i + 1]!;
      }
      const magnitude = Math.abs(even + odd);
      if (magnitude > peak) peak = magnitude;
    }
    return peak > ceiling ? ceiling / peak : 1;
  };

  const endChunk = () => {
    let peak = 0;
    for (let i = history; i < line.length; i++) {
      const magnitude = Math.abs(line[i]!);
      if (magnitude > peak) peak = magnitude;
    }
    const isQuiet = Math.max(peak, peakBefore) * maxRise <= ceiling;
    if (isQuiet && curve.isOpen()) {
      for (let i = 0, at = history - delay; i < chunkSamples; i++, at++) output[i] = line[at]!;
    } else {
      for (let i = 0; i < chunkSamples; i++)
        output[i] = line[history - delay + i]! * curve.next(limitAt(history - reach + i));
    }
    line.copyWithin(0, chunkSamples);
    peakBefore = peak;
    filled = 0;
    chunks++;
  };

  /** Takes `block`, or `count` zeros; returns the finished output, without the first `delay` samples of the stream. */
  const take = (block: Float32Array | null, count: number): Float32Array<ArrayBuffer> => {
    const before = Math.max(0, chunks * chunkSamples - delay);
    const total = Math.floor((filled + count) / chunkSamples) * chunkSamples;
    const ready = new Float32Array(Math.max(0, chunks * chunkSamples + total - delay) - before);
    let out = 0;
    for (let at = 0; at < count;) {
      const part = Math.min(chunkSamples - filled, count - at);
      const to = history + filled;
      if (block) for (let i = 0; i < part; i++) line[to + i] = block[at + i]! * gain;
      else line.fill(0, to, to + part);
      at += part;
      filled += part;
      if (filled < chunkSamples) break;
      endChunk();
      const hidden = Math.max(0, Math.min(chunkSamples, delay - (chunks - 1) * chunkSamples));
      ready.set(output.subarray(hidden), out);
      out += chunkSamples - hidden;
    }
    return ready;
  };

  return {
    push(block) {
      came += block.length;
      return take(block, block.length);
    },
    finish() {
      const given = Math.max(0, chunks * chunkSamples - delay);
      const missing =
        Math.ceil((came + delay) / chunkSamples) * chunkSamples - chunks * chunkSamples - filled;
      return take(null, missing).slice(0, came - given);
    },
  };
}
