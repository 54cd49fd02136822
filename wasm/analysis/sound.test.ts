import { describe, expect, it } from 'vitest';
import { loadKernel, type Variant } from '../../tools/kernel.ts';
import { createReferenceClipping } from '#wasm/reference/clipping.ts';
import { createReferenceDropouts } from '#wasm/reference/dropouts.ts';
import { seeded } from '#wasm/testing/random.ts';
import { concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { sanitised } from '#wasm/dsp/sanitise.ts';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { createReferencePeaks } from '#wasm/reference/two-rate-peaks.ts';

const peaksRate = 20;
const fineRate = 100;
type Input = { sampleRate: number; channels: number };
type Cut = (samples: Float32Array, channels: number) => Iterable<Float32Array>;

const inPieces: Cut = pieces;
/** Longer than the planes' capacity per push. */
const inBlocks: Cut = function* (samples, channels) {
  const length = 33_000 * channels;
  for (let at = 0; at < samples.length; at += length) yield samples.subarray(at, at + length);
};

function expected({ sampleRate, channels }: Input, samples: Float32Array) {
  const input = { sampleRate, channels };
  const clipping = createReferenceClipping(input);
  const dropouts = createReferenceDropouts(input);
  const peaks = createReferencePeaks({ ...input, rate: peaksRate, fineRate });
  const downmix = createDownmix(input);
  const mono: Float32Array[] = [];
  for (const block of inBlocks(sanitised(samples), channels)) {
    for (const part of [clipping, dropouts, peaks]) part.push(block);
    mono.push(downmix.push(block).slice());
  }
  const found = { clipping: clipping.result(), dropouts: dropouts.result(), ...peaks.finish() };
  return { found, mono: concat(...mono, downmix.finish()) };
}

function inKernel(input: Input, samples: Float32Array, variant: Variant, cut: Cut) {
  const sound = loadKernel(variant).createSound({ ...input, peaksRate, fineRate });
  const mono = Array.from(cut(samples, input.channels), (block) => sound.push(block).slice());
  mono.push(sound.finish().slice());
  const { clipping, dropouts } = sound.levels();
  return { found: { clipping, dropouts, ...sound.peaks.finish() }, mono: concat(...mono) };
}

const firstDifference = (a: Float32Array, b: Float32Array) => a.findIndex((sample, i) => sample !== b[i]);

/** Results of kernel and reference; `got` shows the first difference of the kernel's mix. */
function both(input: Input, samples: Float32Array, variant: Variant = 'relaxed', cut = inPieces) {
  const { found, mono } = expected(input, samples);
  const kernel = inKernel(input, samples, variant, cut);
  const differsAt = firstDifference(kernel.mono, mono);
  return {
    want: { ...found, samples: mono.length, differsAt: -1 },
    got: { ...kernel.found, samples: kernel.mono.length, differsAt },
    mono,
  };
}

/** A voice of a few harmonics that swells and fades twice a second. */
function voice(durationS: number, sampleRate: number): Float32Array {
  const parts = [1, 2, 3, 5, 8].map((times) =>
    sine({ frequency: 130 * times, dbfs: -9 - 2 * times, durationS, sampleRate, phase: times * 50 }),
  );
  return parts.reduce(mix).map((sample, i) => sample * (0.6 - 0.4 * Math.cos((12 * i) / sampleRate)));
}

/** Invalid samples, and one just within the limit. */
const broken = [NaN, Infinity, -Infinity, 1e30, -1e30, 65_536, -65_537];

const changes: Record<string, (samples: Float32Array, random: () => number, rate: number) => Float32Array> = {
  'left alone': (samples) => samples,
  clipped: (samples) => samples.map((s) => Math.max(-1, Math.min(1, s * 6))),
  'in 16 bits': (samples) => samples.map((s) => Math.round(s * 32_768) / 32_768),
  'in 8 bits': (samples) => samples.map((s) => Math.round(s * 128) / 128),
  'clipped and lowered': (samples) => samples.map((s) => Math.max(-0.2, Math.min(0.2, s))),
  'beyond full scale': (samples) => samples.map((s) => s * 3),
  'only positive': (samples) => samples.map((s) => Math.abs(s)),
  'with holes': (samples, random, rate) => {
    const out = samples.slice();
    for (const holeS of [0.004, 0.006, 0.02, 0.09, 0.45]) {
      const start = Math.floor(random() * out.length);
      out.fill(0, start, start + Math.round(holeS * rate));
    }
    return out;
  },
  silent: (samples) => samples.map(() => 0),
  'with broken samples': (samples, random) =>
    samples.map((s) => (random() < 0.001 ? broken[Math.floor(random() * broken.length)]! : s)),
};

const voices = new Map<number, Float32Array>();
function voiceAt(sampleRate: number): Float32Array {
  const sound = voices.get(sampleRate) ?? voice(2, sampleRate);
  voices.set(sampleRate, sound);
  return sound;
}

/** A channel of voice segments, each changed in some way. */
function channelOf(random: () => number, names: readonly string[], durationS: number, rate: number) {
  const parts = names.map((name) => {
    const level = 10 ** (-1.5 * random());
    const start = Math.floor(random() * rate);
    const sound = voiceAt(rate)
      .subarray(start, start + Math.round(durationS * rate))
      .map((sample) => sample * level);
    return changes[name]!(sound, random, rate);
  });
  return concat(...parts);
}

function soundOf(seed: number, { sampleRate, channels }: Input, names = Object.keys(changes)) {
  const random = seeded(1_000 * seed);
  const pick = () => names[Math.floor(random() * names.length)]!;
  const all = Array.from({ length: channels }, () =>
    channelOf(random, Array.from({ length: 6 }, pick), 0.21 + 0.01 * (seed % 7), sampleRate),
  );
  return interleave(...all);
}

const shapes = [48_000, 44_100, 11_025, 8_000, 192_000].flatMap((sampleRate) =>
  [1, 2].map((channels): Input => ({ sampleRate, channels })),
);
shapes.push({ sampleRate: 48_000, channels: 3 }, { sampleRate: 32_000, channels: 6 });

describe('clipping, dropouts, peaks and the mix of the kernel are those in JavaScript', () => {
  it.each(shapes)('at $sampleRate Hz, in $channels channels', (input) => {
    const fine = both(input, soundOf(input.sampleRate + input.channels, input), 'relaxed');
    expect(fine.got).toEqual(fine.want);
    const plain = both(input, soundOf(input.channels, input), 'plain', inBlocks);
    expect(plain.got).toEqual(plain.want);
  });

  it.each(Object.keys(changes))('of sound that is %s', (name) => {
    const input = { sampleRate: 16_000, channels: 2 };
    for (const seed of [1, 2, 3]) {
      const { got, want } = both(input, soundOf(seed, input, [name]));
      expect(got).toEqual(want);
    }
  });

  it('where there is much to find', () => {
    const input = { sampleRate: 24_000, channels: 2 };
    const names = ['left alone', 'clipped', 'clipped', 'in 16 bits', 'with holes', 'with holes'];
    const seen = { clipped: 0, holes: 0 };
    for (let seed = 1; seed <= 9; seed++) {
      const { got, want } = both(input, soundOf(seed, input, names));
      expect(got).toEqual(want);
      seen.clipped += want.clipping.spans.length;
      seen.holes += want.dropouts.count;
    }
    expect(seen.clipped).toBeGreaterThan(5);
    expect(seen.holes).toBeGreaterThan(5);
  });

  it('where a channel is dead, inverted, or another one from some time on', () => {
    const input = { sampleRate: 16_000, channels: 2 };
    const one = voice(3, 16_000);
    const negative = one.map((sample) => -sample);
    const late = concat(silence(1.3, 16_000), noise(-20, 1.7, 16_000));
    const turned = concat(negative.subarray(0, 24_000), one.subarray(24_000));
    for (const second of [silence(3, 16_000), negative, late, turned, one, noise(-72, 3, 16_000)])
      for (const sound of [interleave(one, second), interleave(second, one)]) {
        const { got, want } = both(input, sound);
        expect(got).toEqual(want);
      }
  });

  it('where a channel is about to be dead or inverted', () => {
    const input = { sampleRate: 16_000, channels: 2 };
    const one = sine({ frequency: 400, dbfs: -6, durationS: 1, sampleRate: 16_000 });
    const quarter = sine({ frequency: 400, dbfs: -6, durationS: 1, sampleRate: 16_000, phase: 90 });
    const energies = new Set<number>();
    for (const off of [-1e-5, -1e-6, 1e-6, 1e-5]) {
      const dead = one.map((sample) => sample * (0.01 + off * 0.01));
      const inverted = one.map((sample, i) => -(0.8 + off) * sample + 0.6 * quarter[i]!);
      for (const second of [dead, inverted]) {
        const { got, want, mono } = both(input, interleave(one, second));
        expect(got).toEqual(want);
        energies.add(Math.round(mono.reduce((sum, sample) => sum + sample * sample, 0) / 10));
      }
    }
    expect(energies.size).toBe(4);
  });

  it('of no sound, of one frame, and of less than a window', () => {
    const input = { sampleRate: 48_000, channels: 2 };
    for (const frames of [0, 1, 100, 2_399]) {
      const { got, want } = both(input, noise(-10, 1, 48_000).subarray(0, frames * 2));
      expect(got).toEqual(want);
    }
  });
});
