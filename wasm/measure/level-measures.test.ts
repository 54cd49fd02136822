import { describe, expect, it } from 'vitest';
import { allVariants, loadKernel } from '../../tools/kernel.ts';
import { isLong } from '#wasm/testing/long-test.ts';
import { sanitised } from '#wasm/dsp/sanitise.ts';
import { createReferenceLevels } from '#wasm/reference/level-measures.ts';
import type { LevelMeasures } from './level-measures.ts';
import { createKernelLevels } from '#wasm/testing/kernel-levels.ts';
import { clipped, concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';

type Input = { sampleRate: number; channels: number };

const quieter = (samples: Float32Array, gain: number) => samples.map((sample) => sample * gain);

const voices = new Map<string, Float32Array>();
function speech(durationS: number, sampleRate: number, seed = 1): Float32Array {
  const key = [durationS, sampleRate, seed].join();
  const voice = voices.get(key) ?? makeSpeech(durationS, sampleRate, seed);
  voices.set(key, voice);
  return voice;
}

function makeSpeech(durationS: number, sampleRate: number, seed: number): Float32Array {
  const hiss = noise(-55, durationS, sampleRate, seed);
  return hiss.map((sample, i) => {
    const t = i / sampleRate;
    const syllable =
      Math.max(0, Math.sin(2 * Math.PI * 3.1 * t + seed)) ** 2 * (0.4 + 0.6 * Math.sin(t) ** 2);
    let voice = 0;
    for (let k = 1; k < 6; k++) voice += Math.sin(2 * Math.PI * (118 + seed * 9) * k * t + k * k) / k;
    return sample + syllable * 0.2 * voice * (1 + 20 * sample);
  });
}

/** Signals of `channels` different channels, up to four seconds long. */
const signals: [name: string, make: (input: Input) => Float32Array[]][] = [
  ['speech', ({ sampleRate, channels }) => each(channels, (c) => speech(3.3, sampleRate, c + 1))],
  [
    'speech with an offset',
    ({ sampleRate, channels }) =>
      each(channels, (c) => quieter(speech(3.3, sampleRate, 3), 0.3).map((s) => s + 0.01 * (c - 1.5))),
  ],
  ['noise', ({ sampleRate, channels }) => each(channels, (c) => noise(-12 - c, 3.1, sampleRate, c + 3))],
  [
    'clipped speech',
    ({ sampleRate, channels }) => each(channels, (c) => clipped(speech(3.3, sampleRate, c + 2), 6)),
  ],
  [
    'a tone that grows',
    ({ sampleRate, channels }) =>
      each(channels, (c) =>
        sine({ frequency: sampleRate / 4.03, dbfs: -3 - c, durationS: 1.2, sampleRate, phase: 45 }).map(
          (s, i, all) => (s * i) / all.length,
        ),
      ),
  ],
  [
    'loud sound before zeros',
    ({ sampleRate, channels }) =>
      each(channels, (c) => concat(noise(-6, 0.5, sampleRate, c + 1), silence(3.6, sampleRate))),
  ],
  ['zeros', ({ sampleRate, channels }) => each(channels, () => silence(1.2, sampleRate))],
  [
    'a dead channel',
    ({ sampleRate, channels }) =>
      each(channels, (c) => (c === 0 ? noise(-80, 2, sampleRate) : speech(2, sampleRate, 2))),
  ],
  [
    'channels that are their negatives',
    ({ sampleRate, channels }) =>
      each(channels, (c) =>
        mix(quieter(speech(2, sampleRate, 2), (-1) ** c), noise(-50, 2, sampleRate, c + 1)),
      ),
  ],
  ['less than a step', ({ channels }) => each(channels, (c) => noise(-10, 0.0005, 48_000, c + 1))],
];
function each(channels: number, make: (channel: number) => Float32Array): Float32Array[] {
  return Array.from({ length: channels }, (_, channel) => make(channel));
}

const inputs: Input[] = [
  { sampleRate: 48_000, channels: 2 },
  { sampleRate: 44_100, channels: 2 },
  { sampleRate: 8_000, channels: 3 },
  { sampleRate: 96_000, channels: 1 },
  { sampleRate: 11_025, channels: 6 },
];

// `npm test` takes an input of two channels, which the kernel measures as a pair, and one of three, where a channel has no partner.
const someInputs = isLong ? inputs : [inputs[0]!, inputs[2]!];

function* unevenly(samples: Float32Array, channels: number) {
  const half = Math.floor(samples.length / channels / 2) * channels;
  yield* pieces(samples.subarray(0, half), channels);
  yield samples.subarray(half);
}

/** Below -200 LUFS only the rounding errors of a decaying filter remain. */
const audible = (lufs: number | null) => (lufs === null ? null : Math.max(-200, lufs));

const kernels = allVariants.map(loadKernel);

const loudnesses = ['integratedLufs', 'maxMomentaryLufs', 'maxShortTermLufs', 'loudnessRangeLu'] as const;
const near = (a: number | null, b: number | null, tolerance: number) =>
  a === null || b === null ? a === b : Math.abs(a - b) < tolerance;
const areCurvesNear = (a: Float32Array, b: Float32Array) =>
  a.length === b.length && a.every((lufs, i) => near(audible(lufs), audible(b[i]!), 1e-4));

const differences = (own: LevelMeasures, truth: LevelMeasures) => [
  ...loudnesses.filter((key) => !near(audible(own[key]), audible(truth[key]), 1e-9)),
  ...(areCurvesNear(own.loudnessCurve.lufs, truth.loudnessCurve.lufs) ? [] : ['loudnessCurve']),
  ...(own.truePeakDbtp === truth.truePeakDbtp ? [] : ['truePeakDbtp']),
  ...(near(own.dcOffset, truth.dcOffset, 1e-12) ? [] : ['dcOffset']),
  ...(own.deadChannels.join() === truth.deadChannels.join() ? [] : ['deadChannels']),
  ...(own.isInverted === truth.isInverted ? [] : ['isInverted']),
];

/** Returns the reference's measures, and the differences of both compiled modules. */
function compare(samples: Float32Array, input: Input) {
  const reference = createReferenceLevels(input);
  for (const piece of unevenly(samples, input.channels)) reference.push(sanitised(piece));
  const levels = reference.result();
  const different = kernels.flatMap((kernel) => {
    const own = createKernelLevels(kernel, input);
    for (const piece of unevenly(samples, input.channels)) own.push(piece);
    return differences(own.result(), levels);
  });
  return { levels, different };
}

describe('levels in the kernel, plain and relaxed, are those of the reference', () => {
  describe.each(someInputs)('at $sampleRate Hz, $channels channels', (input) => {
    it.each(signals)('for %s', (_, make) => {
      expect(compare(interleave(...make(input)), input).different).toEqual([]);
    });
  });

  it.each([NaN, Infinity, -Infinity, 1e30])(
    'for speech with samples of %f in it, which harm no more than they must',
    (broken) => {
      const input = { sampleRate: 48_000, channels: 2 };
      const samples = interleave(speech(4, 48_000, 1), speech(4, 48_000, 2));
      const whole = compare(samples, input).levels;
      for (const at of [1, 4_321, 99_999, 100_000, 300_001]) samples[at] = broken;
      const { levels, different } = compare(samples, input);
      expect(different).toEqual([]);
      expect(levels.integratedLufs).toBeCloseTo(whole.integratedLufs!, 0);
      expect(levels.maxShortTermLufs).toBeCloseTo(whole.maxShortTermLufs!, 0);
      expect(Number.isFinite(levels.dcOffset)).toBe(true);
      expect(levels.truePeakDbtp).toBeCloseTo(whole.truePeakDbtp!, 0);
    },
  );
});
