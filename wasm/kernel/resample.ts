export type MonoResampler = {
  /** Interleaved samples in, mono samples at the target rate out; what the filter still needs is kept. */
  push(block: Float32Array): Float32Array;
  /** The rest, as if silence followed. */
  finish(): Float32Array;
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Half the filter's length, in zero crossings of its sinc: the transition takes an eighth of the band. */
const crossings = 16;
/** Odd ratios of rates would need a table of any size; from here on the nearest phase is taken. */
const maxPhases = 1_024;

/** A low-pass for all phases: sinc under a Blackman window, cut a little below the lower of the two Nyquist rates. */
function designPhases(phases: number, ratio: number) {
  const cutoff = Math.min(1, ratio) * 0.94;
  const half = Math.ceil(crossings / Math.min(1, ratio));
  const taps = half * 2;
  const table = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const t = tap - half + 1 - phase / phases;
      const x = Math.PI * t * cutoff;
      const sinc = x === 0 ? 1 : Math.sin(x) / x;
      const w = (Math.PI * t) / half;
      const window = Math.abs(t) >= half ? 0 : 0.42 + 0.5 * Math.cos(w) + 0.08 * Math.cos(2 * w);
      table[phase * taps + tap] = sinc * window;
      sum += sinc * window;
    }
    for (let tap = 0; tap < taps; tap++) table[phase * taps + tap]! /= sum;
  }
  return { table, taps, half };
}

/** Mixes the channels (their mean) and resamples by a polyphase filter; the output lines up with the input in time. */
export function createMonoResampler(input: {
  sampleRate: number;
  channels: number;
  targetRate: number;
}): MonoResampler {
  const { sampleRate, channels, targetRate } = input;
  const common = divisor(sampleRate, targetRate);
  const up = targetRate / common;
  const down = sampleRate / common;
  const phases = Math.min(up, maxPhases);
  const { table, taps, half } = designPhases(phases, up / down);
  // `kept` begins at input sample `start`; the filter first needs the half before sample 0.
  let kept = new Float32Array(half - 1);
  let start = 1 - half;
  let produced = 0;
  let received = 0;

  const resample = (mono: Float32Array): Float32Array => {
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

  const mix = (block: Float32Array): Float32Array => {
    if (channels === 1) return block;
    const mono = new Float32Array(block.length / channels);
    for (let frame = 0, i = 0; frame < mono.length; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) sum += block[i++]!;
      mono[frame] = sum / channels;
    }
    return mono;
  };

  return {
    push(block) {
      received += block.length / channels;
      return resample(mix(block));
    },
    finish() {
      const missing = Math.ceil((received * up) / down) - produced;
      return resample(new Float32Array(half + 1)).subarray(0, Math.max(0, missing));
    },
  };
}
