import { describe, expect, it } from 'vitest';
import { allVariants, instantiateIn, type Variant } from '../../tools/kernel.ts';
import type { WithMemory } from '#wasm/binding/instantiate.ts';
import { glide } from '#wasm/testing/mp3-streams.ts';
import { seeded } from '#wasm/testing/random.ts';

type FilterExports = WithMemory & {
  aacFilterCreate(): void;
  aacFilter(
    channel: number,
    spectrum: number,
    windowSequence: number,
    windowShape: number,
    out: number,
  ): void;
  layer3Room(bytes: number): number;
};

/** Window of a frame; sequences are 0 only long, 1 long start, 2 eight short, 3 long stop. */
type Frame = { sequence: number; shape: number };
type Slopes = Frame & { pastShape: number; isShortBefore: boolean; isShortAfter: boolean };

const frameValues = 1_024;
/** Includes every allowed transition. */
const sequences = [0, 0, 1, 2, 2, 3, 0, 1, 2, 3, 1, 2, 2, 2, 3, 0, 0];

function instance(variant: Variant) {
  const { memory, ...kernel } = instantiateIn<FilterExports>('codec', variant)();
  kernel.aacFilterCreate();
  const [spectrum, out] = [kernel.layer3Room(4 * frameValues), kernel.layer3Room(4 * frameValues)];
  return (channel: number, { sequence, shape }: Frame, values: Float64Array): Float32Array => {
    new Float32Array(memory.buffer, spectrum, frameValues).set(values);
    kernel.aacFilter(channel, spectrum, sequence, shape, out);
    return new Float32Array(memory.buffer, out, frameValues).slice();
  };
}

/** Modified Bessel function by its integral. */
function bessel(x: number): number {
  const steps = 64;
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += Math.exp(x * Math.cos((2 * Math.PI * i) / steps));
  return sum / steps;
}

/** Rising half of a window (ISO/IEC 14496-3 4.6.11.3.2), including the flat parts around a short one. */
function rise(size: number, shape: number): number[] {
  if (shape === 0) return Array.from({ length: size }, (_, n) => Math.sin((Math.PI / 2 / size) * (n + 0.5)));
  const alpha = size === frameValues ? 4 : 6;
  const kernel = Array.from({ length: size + 1 }, (_, p) =>
    bessel(Math.PI * alpha * Math.sqrt(1 - (p / (size / 2) - 1) ** 2)),
  );
  const whole = kernel.reduce((sum, value) => sum + value);
  let sum = 0;
  return kernel.slice(0, size).map((value) => Math.sqrt((sum += value) / whole));
}
const longRises = [0, 1].map((shape) => rise(frameValues, shape));
const shortRises = [0, 1].map((shape) => rise(128, shape));
const flat = (value: number) => Array.from({ length: 448 }, () => value);
const flankedRises = shortRises.map((values) => [...flat(0), ...values, ...flat(1)]);

type Block = { at: number; window: number[]; coefficients: number };

/** Transforms of a frame: offset in its 2,048 samples, window, and coefficients. */
function blocksOf({ sequence, shape, pastShape, isShortBefore, isShortAfter }: Slopes): Block[] {
  if (sequence !== 2) {
    const before = (isShortBefore ? flankedRises : longRises)[pastShape]!;
    const after = (isShortAfter ? flankedRises : longRises)[shape]!;
    return [{ at: 0, window: [...before, ...after.toReversed()], coefficients: 0 }];
  }
  return Array.from({ length: 8 }, (_, i) => ({
    at: 448 + 128 * i,
    window: [...shortRises[i === 0 ? pastShape : shape]!, ...shortRises[shape]!.toReversed()],
    coefficients: 128 * i,
  }));
}

function slopesOf(frames: Frame[]): Slopes[] {
  const isLongBetween = (a: Frame, b: Frame) => a.sequence % 3 === 0 && b.sequence < 2;
  return frames.map((frame, i) => {
    const past = frames[i - 1] ?? { sequence: 0, shape: 0 };
    const next = frames[i + 1] ?? { sequence: frame.sequence % 3 === 0 ? 0 : 2, shape: 0 };
    const isShortBefore = !isLongBetween(past, frame);
    return { ...frame, pastShape: past.shape, isShortBefore, isShortAfter: !isLongBetween(frame, next) };
  });
}

const cosines = new Map(
  [2_048, 256].map((n) => [
    n,
    Float64Array.from({ length: 4 * n }, (_, i) => Math.cos((Math.PI / 2 / n) * i)),
  ]),
);

/** cos(2 π / N (n + n0) (k + 1/2)) with n0 = (N / 2 + 1) / 2. */
const cosine = (table: Float64Array, size: number, n: number, k: number) =>
  table[((2 * n + size / 2 + 1) * (2 * k + 1)) % (4 * size)]!;

/** Adds the inverse transforms of a frame by their definition; full scale becomes 1. */
function addInverse(slopes: Slopes, spectrum: Float64Array, sum: Float64Array): void {
  for (const { at, window, coefficients } of blocksOf(slopes)) {
    const size = window.length;
    const table = cosines.get(size)!;
    for (let n = 0; n < size; n++) {
      let value = 0;
      for (let k = 0; k < size / 2; k++) value += spectrum[coefficients + k]! * cosine(table, size, n, k);
      sum[at + n]! += (window[n]! * value * 2) / size / 32_768;
    }
  }
}

function forward(slopes: Slopes, samples: Float32Array): Float64Array {
  const spectrum = new Float64Array(frameValues);
  for (const { at, window, coefficients } of blocksOf(slopes)) {
    const size = window.length;
    const table = cosines.get(size)!;
    for (let k = 0; k < size / 2; k++) {
      let value = 0;
      for (let n = 0; n < size; n++) value += window[n]! * samples[at + n]! * cosine(table, size, n, k);
      spectrum[coefficients + k] = 2 * 32_768 * value;
    }
  }
  return spectrum;
}

const farthest = (samples: Float32Array, expected: Float64Array | Float32Array) =>
  samples.reduce((most, x, i) => Math.max(most, Math.abs(x - expected[i]!)), 0);

const random = seeded(4_500);
const below = (end: number) => Math.floor(random() * end);

/** Random spectrum that decodes to about −14 dBFS. */
const noiseOf = ({ sequence }: Frame) =>
  Float64Array.from({ length: frameValues }, () => (random() - 0.5) * (sequence === 2 ? 360_000 : 1_000_000));

/** Frames of one channel: input and expected output. */
function chain(frames: Frame[]) {
  const spectra = frames.map((frame) => noiseOf(frame));
  const sound = new Float64Array((frames.length + 1) * frameValues);
  for (const [i, slopes] of slopesOf(frames).entries())
    addInverse(slopes, spectra[i]!, sound.subarray(i * frameValues));
  return { frames, spectra, sound };
}

describe('the filterbank of AAC', () => {
  it.each(allVariants)(
    'is the inverse transform by definition for two channels that differ (%s)',
    (variant) => {
      const filter = instance(variant);
      const chains = [
        chain(sequences.map((sequence) => ({ sequence, shape: below(2) }))),
        // Includes slopes that do not fit, whose overlap is short.
        chain(sequences.map(() => ({ sequence: below(4), shape: below(2) }))),
      ];
      const errors = [...sequences.keys()].flatMap((i) =>
        chains.map(({ frames, spectra, sound }, channel) =>
          farthest(filter(channel, frames[i]!, spectra[i]!), sound.subarray(i * frameValues)),
        ),
      );
      expect(Math.max(...errors)).toBeLessThan(1e-6);
    },
  );

  it.each([
    ['sine windows', () => 0],
    ['Kaiser-Bessel derived windows', () => 1],
    ['windows of both kinds', () => below(2)],
  ])('gives the sound back that was transformed with %s', (_, shapeOf) => {
    const filter = instance('relaxed');
    const sound = glide(0.5, 44_100);
    const slopes = slopesOf(sequences.map((sequence) => ({ sequence, shape: shapeOf() })));
    const errors = slopes.map((frame, i) => {
      const at = i * frameValues;
      const samples = filter(0, frame, forward(frame, sound.subarray(at, at + 2 * frameValues)));
      return farthest(samples, sound.subarray(at, at + frameValues));
    });
    expect(Math.max(...errors.slice(1))).toBeLessThan(1e-6);
  });
});
