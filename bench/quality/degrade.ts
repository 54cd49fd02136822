/** Synthetic faults, always the same. Samples are mono, frequencies in Hz, levels in dB, times in s. */
import { createFft } from '#wasm/dsp/fft.ts';

export type Sound = { samples: Float32Array; sampleRate: number; channels: number };

const power = (db: number) => 10 ** (db / 10);
const amplitude = (db: number) => 10 ** (db / 20);

/** Returns uniform random numbers in [0, 1) (xorshift). */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

const gaussian = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Returns the power of each 32 ms between 94 Hz and 8 kHz, the band in which speech and noise are compared. */
function framePowers(samples: Float32Array, sampleRate: number): Float64Array {
  const fft = createFft(2 ** Math.round(Math.log2(sampleRate * 0.032)));
  const bins = new Float64Array(fft.bins);
  const binHz = sampleRate / fft.size;
  const from = Math.ceil(90 / binHz);
  const to = Math.min(fft.bins, Math.floor(8_000 / binHz));
  return Float64Array.from({ length: Math.floor(samples.length / fft.size) }, (_, frame) => {
    fft.powers(samples.subarray(frame * fft.size, (frame + 1) * fft.size), bins);
    let sum = 0;
    for (let bin = from; bin < to; bin++) sum += bins[bin]!;
    return sum;
  });
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/**
 * Returns the active speech level and the level of the quietest 5 %, as mean squares. The speech level is that of ITU-T
 * P.56: the level over the time in which the envelope exceeds a threshold 15.9 dB lower, with 200 ms of hangover and
 * frames of 32 ms.
 */
export function speechAndOwnNoise({ samples, sampleRate }: Sound): { speech: number; noise: number } {
  const powers = framePowers(samples, sampleRate);
  const total = mean(powers) * powers.length;
  let speech = mean(powers);
  for (let thresholdDb = 0; thresholdDb > -120; thresholdDb -= 0.25) {
    let active = 0;
    let left = 0;
    for (const value of powers) {
      left = value >= power(thresholdDb) ? 7 : left - 1;
      if (left > 0) active++;
    }
    if (active === 0) continue;
    speech = total / active;
    if (10 * Math.log10(speech) - thresholdDb >= 15.9) break;
  }
  const sorted = powers.toSorted();
  return { speech, noise: mean(sorted.subarray(0, Math.max(1, Math.ceil(sorted.length / 20)))) };
}

export type NoiseColour = 'white' | 'pink' | 'babble';

/** Returns noise up to half the sample rate, with mean square 1 from 94 Hz to 8 kHz. */
export function noiseOf(colour: NoiseColour, length: number, sampleRate: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const out = new Float32Array(length);
  // Pink noise: alternating poles and zeros make white noise fall by 3 dB per octave.
  const poles = [0.99886, 0.99332, 0.969, 0.8665, 0.55, -0.7616];
  const gains = [0.0555179, 0.0750759, 0.153852, 0.3104856, 0.5329522, -0.016898];
  const memory = new Float64Array(8);
  // Babble falls by 12 dB per octave from 1 kHz on. Its loudness varies like the syllables of several voices.
  const pole = Math.exp((-2 * Math.PI * 1_000) / sampleRate);
  const phases = [2.3, 3.1, 4.3, 5.7].map((hz) => ({ hz, phase: random() * 2 * Math.PI }));
  for (let i = 0; i < length; i++) {
    const white = gaussian(random);
    if (colour === 'white') out[i] = white;
    else if (colour === 'pink') {
      let sum = white * 0.5362;
      for (const [k, p] of poles.entries()) {
        memory[k] = p * memory[k]! + white * gains[k]!;
        sum += memory[k]!;
      }
      out[i] = sum + memory[6]!;
      memory[6] = white * 0.115926;
    } else {
      memory[0] = pole * memory[0]! + (1 - pole) * white;
      memory[1] = pole * memory[1]! + (1 - pole) * memory[0];
      const envelope = phases.reduce(
        (sum, { hz, phase }) => sum + 0.2 * Math.sin((2 * Math.PI * hz * i) / sampleRate + phase),
        1,
      );
      out[i] = memory[1] * envelope;
    }
  }
  const scale = 1 / Math.sqrt(mean(framePowers(out, sampleRate)));
  return out.map((sample) => sample * scale);
}

export const withGain = (samples: Float32Array, db: number) => samples.map((s) => s * amplitude(db));

/** Adds `other` (mean square 1) at `snrDb` below `level` (mean square). */
export const withNoise = (samples: Float32Array, other: Float32Array, level: number, snrDb: number) =>
  samples.map((sample, i) => sample + other[i]! * Math.sqrt(level * power(-snrDb)));

const peakOf = (samples: Float32Array) => samples.reduce((max, s) => Math.max(max, Math.abs(s)), 1e-9);

export const unclipped = (samples: Float32Array) => {
  const gain = Math.min(1, 0.95 / peakOf(samples));
  return samples.map((sample) => sample * gain);
};

/** Amplifies the peak to `overDb` over full scale, clips, and then attenuates by `attenuationDb`. */
export function withClipping(samples: Float32Array, overDb: number, attenuationDb = 0): Float32Array {
  const gain = amplitude(overDb) / peakOf(samples);
  return samples.map((s) => Math.max(-1, Math.min(1, s * gain)) * amplitude(-attenuationDb));
}

/** Adds mains hum: the fundamental and its harmonics, together `belowDb` below `level`. */
export function withHum(sound: Sound, hz: number, level: number, belowDb: number): Float32Array {
  const parts = [1, 0.6, 0.7, 0.3, 0.4, 0.2, 0.15];
  const scale = Math.sqrt(
    (level * power(-belowDb)) / parts.reduce((sum, part) => sum + (part * part) / 2, 0),
  );
  return sound.samples.map(
    (s, i) =>
      s +
      scale *
        parts.reduce(
          (sum, part, h) =>
            sum + part * Math.sin((2 * Math.PI * hz * (h + 1) * i) / sound.sampleRate + h * h),
          0,
        ),
  );
}

function convolve(samples: Float32Array, response: Float32Array): Float32Array {
  let size = 1;
  while (size < samples.length + response.length) size *= 2;
  const transform = (re: Float64Array, im: Float64Array, sign: 1 | -1) => {
    for (let i = 1, j = 0; i < size; i++) {
      let bit = size >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) {
        [re[i], re[j]] = [re[j]!, re[i]!];
        [im[i], im[j]] = [im[j]!, im[i]!];
      }
    }
    for (let length = 2; length <= size; length *= 2) {
      const pair = length / 2;
      for (let k = 0; k < pair; k++) {
        const c = Math.cos((2 * Math.PI * k) / length);
        const s = sign * Math.sin((2 * Math.PI * k) / length);
        for (let a = k; a < size; a += length) {
          const b = a + pair;
          const x = re[b]! * c - im[b]! * s;
          const y = re[b]! * s + im[b]! * c;
          re[b] = re[a]! - x;
          im[b] = im[a]! - y;
          re[a]! += x;
          im[a]! += y;
        }
      }
    }
  };
  // One complex FFT is enough for both real signals: their product is a quarter of the imaginary part of its square.
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(samples);
  im.set(response);
  transform(re, im, -1);
  const outRe = new Float64Array(size);
  const outIm = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const m = (size - k) % size;
    const [ar, ai, br, bi] = [re[k]!, im[k]!, re[m]!, -im[m]!];
    // (A² - B*²) / 4i, where A = X + iH at k, and B* is the conjugate at -k.
    const sr = ar * ar - ai * ai - (br * br - bi * bi);
    const si = 2 * ar * ai - 2 * br * bi;
    outRe[k] = si / 4;
    outIm[k] = -sr / 4;
  }
  transform(outRe, outIm, 1);
  return Float32Array.from(outRe.subarray(0, samples.length), (value) => value / size);
}

/** Limits the band to 300–3,400 Hz like a telephone network (ITU-T G.712), with a linear-phase filter. */
export function withNarrowBand({ samples, sampleRate }: Sound): Float32Array {
  const taps = 2 * Math.round(sampleRate * 0.01) + 1;
  const centre = (taps - 1) / 2;
  const low = (hz: number, t: number) =>
    t === 0 ? (2 * hz) / sampleRate : Math.sin((2 * Math.PI * hz * t) / sampleRate) / (Math.PI * t);
  const filter = Float32Array.from({ length: taps }, (_, i) => {
    const t = i - centre;
    const w = (2 * Math.PI * i) / (taps - 1);
    return (low(3_400, t) - low(300, t)) * (0.42 - 0.5 * Math.cos(w) + 0.08 * Math.cos(2 * w));
  });
  return convolve(samples, filter);
}

/**
 * Adds reverberation: direct sound and, from 2 ms on, Gaussian noise that decays by 60 dB in `t60S`. Both have equal
 * energy (critical distance). The level of the sound does not change.
 */
export function withReverberation({ samples, sampleRate }: Sound, t60S: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const from = Math.round(sampleRate * 0.002);
  const response = Float32Array.from({ length: Math.round(sampleRate * t60S * 1.2) }, (_, i) =>
    i < from ? 0 : gaussian(random) * amplitude((-60 * i) / (sampleRate * t60S)),
  );
  const energy = response.reduce((sum, value) => sum + value * value, 0);
  for (let i = 0; i < response.length; i++) response[i]! /= Math.sqrt(energy);
  response[0] = 1;
  const wet = convolve(samples, response);
  return unclipped(wet.map((sample) => sample * amplitude(-3)));
}

/** Replaces 20 to 60 ms of loud sound by zeros in each 1.5 s. Returns the sound and the positions. */
export function withDropouts(
  { samples, sampleRate }: Sound,
  seed: number,
): { samples: Float32Array; at: number[] } {
  const random = createRandom(seed);
  const out = samples.slice();
  const rms = Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);
  const step = Math.round(1.5 * sampleRate);
  const at: number[] = [];
  for (let start = 0; start + step <= samples.length; start += step) {
    const length = Math.round(sampleRate * (0.02 + 0.04 * random()));
    for (let tries = 0; tries < 20; tries++) {
      const from = start + Math.floor(random() * (step - length));
      const level = (begin: number) => {
        let sum = 0;
        const count = Math.round(sampleRate * 0.01);
        for (let i = begin; i < begin + count; i++) sum += (samples[i] ?? 0) ** 2;
        return Math.sqrt(sum / count);
      };
      if (level(from - Math.round(sampleRate * 0.01)) < rms || level(from + length) < rms) continue;
      out.fill(0, from, from + length);
      at.push(from / sampleRate);
      break;
    }
  }
  return { samples: out, at };
}

export const withOffset = (samples: Float32Array, offset: number) => samples.map((s) => s * 0.9 + offset);

export function toStereo(left: Float32Array, right: Float32Array): Float32Array {
  const out = new Float32Array(left.length * 2);
  for (let i = 0; i < left.length; i++) {
    out[i * 2] = left[i]!;
    out[i * 2 + 1] = right[i]!;
  }
  return out;
}

export const to16Bit = (samples: Float32Array) =>
  samples.map((s) => Math.max(-32_768, Math.min(32_767, Math.round(s * 32_768))) / 32_768);
