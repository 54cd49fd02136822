import { bessel0 } from './bessel.ts';

export type ResamplerInput = { sampleRate: number; channels: number; targetRate: number };

export type MonoResampler = {
  /** Takes interleaved samples; returns mono samples at the target rate, valid until the next call. */
  push(block: Float32Array): Float32Array<ArrayBuffer>;
  /** Returns the rest, padded with silence: `ceil(frames * targetRate / sampleRate)` samples in total. */
  finish(): Float32Array<ArrayBuffer>;
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

// The filter is flat to 0.94 of the lower Nyquist rate and 70 dB down from 1.06 of it on, so aliasing stays in the
// upper 6 % of the band. Its length and shape are by Kaiser's formulas (Oppenheim, Schafer, "Discrete-Time Signal
// Processing", 7.6) for 72 dB.
/** Half the filter's length, in zero crossings of its sinc. */
const crossings = 38;
const kaiserBeta = 6.98;
/** Largest number of phases in a table: a ratio of rates with more phases uses the nearest one. */
const maxPhases = 1_024;

type ResamplingPlan = {
  up: number;
  down: number;
  phases: number;
  /** Number of taps before and after an output: a multiple of eight, so that a row is a multiple of four vectors. */
  half: number;
  /** `phases` rows of `2 * half` taps; each row sums to 1. */
  table: Float32Array<ArrayBuffer>;
};

/** Plans a windowed-sinc low-pass (Kaiser) for all phases of the output between two input samples. */
export function planResampling({ sampleRate, targetRate }: ResamplerInput): ResamplingPlan {
  const common = divisor(sampleRate, targetRate);
  const up = targetRate / common;
  const down = sampleRate / common;
  const phases = Math.min(up, maxPhases);
  const cutoff = Math.min(1, up / down);
  const half = 8 * Math.ceil(crossings / cutoff / 8);
  const taps = half * 2;
  const table = new Float32Array(phases * taps);
  const row = new Float64Array(taps);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const t = tap - half + 1 - phase / phases;
      const x = Math.PI * t * cutoff;
      const sinc = x === 0 ? 1 : Math.sin(x) / x;
      // The window ends before its last tap, so that the row of phase 0 is symmetrical.
      const window = t < half ? bessel0(kaiserBeta * Math.sqrt(1 - (t / half) ** 2), 1e-12) : 0;
      row[tap] = sinc * window;
      sum += row[tap]!;
    }
    for (let tap = 0; tap < taps; tap++) table[phase * taps + tap] = row[tap]! / sum;
  }
  return { up, down, phases, half, table };
}

export function createMix(channels: number): (block: Float32Array) => Float32Array {
  if (channels === 1) return (block) => block;
  return (block) => {
    const mono = new Float32Array(block.length / channels);
    for (let frame = 0, i = 0; frame < mono.length; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) sum += block[i++]!;
      mono[frame] = sum / channels;
    }
    return mono;
  };
}

/** Creates a resampler that averages the channels and filters them by a polyphase filter without delay. */
export function createMonoResampler(input: ResamplerInput): MonoResampler {
  const { up, down, phases, half, table } = planResampling(input);
  const taps = half * 2;
  const mix = createMix(input.channels);
  // `kept` begins at input sample `start`. It begins before sample 0, because the filter reaches back by half its
  // length.
  let kept = new Float32Array(half - 1);
  let start = 1 - half;
  let produced = 0;
  let received = 0;

  const resample = (mono: Float32Array): Float32Array<ArrayBuffer> => {
    const samples = new Float32Array(kept.length + mono.length);
    samples.set(kept);
    samples.set(mono, kept.length);
    const available = start + samples.length;
    const out = new Float32Array(Math.max(0, Math.ceil((samples.length * up) / down) + 1));
    let count = 0;
    for (;;) {
      const at = produced * down;
      const base = Math.floor(at / up);
      if (base + half >= available) break;
      const phase = Math.min(phases - 1, Math.round(((at % up) * phases) / up));
      const row = phase * taps;
      const from = base - half + 1 - start;
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += table[row + tap]! * samples[from + tap]!;
      out[count++] = sum;
      produced++;
    }
    const next = Math.floor((produced * down) / up) - half + 1;
    kept = samples.slice(Math.max(0, next - start));
    start = Math.max(start, next);
    return out.subarray(0, count);
  };

  return {
    push(block) {
      received += block.length / input.channels;
      return resample(mix(block));
    },
    finish() {
      const missing = Math.ceil((received * up) / down) - produced;
      return resample(new Float32Array(half + 1)).subarray(0, Math.max(0, missing));
    },
  };
}
