import { describe, expect, it } from 'vitest';
import { allVariants, loadKernel } from '../../tools/kernel.ts';
import { concat, interleave, noise, pieces, sine } from '#wasm/testing/signals.ts';
import { createMonoResampler, type MonoResampler, type ResamplerInput } from './resample.ts';

const targetRate = 16_000;
const kernels = allVariants.map((variant) => [variant, loadKernel(variant)] as const);
const ways = [
  ['in JavaScript', createMonoResampler],
  ['in the kernel', loadKernel().createResampler],
] as const;

function through(resampler: MonoResampler, blocks: Iterable<Float32Array>): Float32Array {
  const parts = [...blocks].map((block) => resampler.push(block).slice());
  return concat(...parts, resampler.finish());
}

function worst(a: Float32Array, b: Float32Array) {
  let max = 0;
  for (let i = 500; i < Math.min(a.length, b.length) - 500; i++) max = Math.max(max, Math.abs(a[i]! - b[i]!));
  return max;
}

describe.each(ways)('resampling %s', (_way, create) => {
  const resampled = (samples: Float32Array, input: Partial<ResamplerInput> & { sampleRate: number }) =>
    through(create({ channels: 1, targetRate, ...input }), pieces(samples, input.channels ?? 1));
  const toneOf = (frequency: number, sampleRate: number) =>
    sine({ frequency, dbfs: -6, durationS: 1, sampleRate });

  it.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])(
    'from %i Hz keeps a tone, its phase and the length',
    (sampleRate) => {
      const out = resampled(toneOf(1_000, sampleRate), { sampleRate });
      expect(out).toHaveLength(targetRate);
      expect(worst(out, toneOf(1_000, targetRate))).toBeLessThan(0.0003);
    },
  );

  it('from an odd rate keeps a tone as well as a thousand phases allow', () => {
    const out = resampled(toneOf(1_000, 44_099), { sampleRate: 44_099 });
    expect(out).toHaveLength(targetRate);
    expect(worst(out, toneOf(1_000, targetRate))).toBeLessThan(0.001);
  });

  it.each([16_000, 24_000, 32_000])(
    'to %i Hz is flat to 0.94 of the band, within a hundredth of a dB',
    (rate) => {
      const frequency = 0.94 * (rate / 2);
      const out = resampled(toneOf(frequency, 48_000), { sampleRate: 48_000, targetRate: rate });
      expect(worst(out, toneOf(frequency, rate))).toBeLessThan(0.5 * (10 ** (0.01 / 20) - 1));
    },
  );

  it.each([8_480, 9_000, 12_345, 20_000])('leaves less than -70 dB of a tone at %i Hz', (frequency) => {
    const loud = sine({ frequency, dbfs: 0, durationS: 1, sampleRate: 48_000 });
    const out = resampled(loud, { sampleRate: 48_000 });
    expect(worst(out, new Float32Array(out.length))).toBeLessThan(10 ** (-70 / 20));
  });

  it('takes the mean of the channels', () => {
    const left = sine({ frequency: 500, dbfs: 0, durationS: 0.5, sampleRate: 48_000 });
    const both = interleave(left, new Float32Array(left.length));
    const out = resampled(both, { sampleRate: 48_000, channels: 2 });
    const half = sine({ frequency: 500, dbfs: -6.0206, durationS: 0.5, sampleRate: targetRate });
    expect(worst(out, half)).toBeLessThan(0.0003);
  });

  it('gives the same samples however the sound is cut', () => {
    const signal = sine({ frequency: 700, dbfs: -3, durationS: 1.5, sampleRate: 44_100 });
    const input = { sampleRate: 44_100, channels: 1, targetRate };
    expect(through(create(input), pieces(signal))).toEqual(through(create(input), [signal]));
  });

  it('answers silence of the right length for a sound shorter than its filter', () => {
    expect(resampled(new Float32Array(7), { sampleRate: 48_000 })).toEqual(new Float32Array(3));
  });
});

/** Integer ratios, rational ones up and down, the same rate, and one with more phases than table rows. */
const ratios = [
  [8_000, 16_000],
  [8_000, 24_000],
  [11_025, 24_000],
  [16_000, 16_000],
  [16_000, 24_000],
  [22_050, 24_000],
  [22_050, 32_000],
  [32_000, 16_000],
  [32_000, 24_000],
  [44_100, 16_000],
  [44_100, 24_000],
  [48_000, 16_000],
  [48_000, 24_000],
  [48_000, 44_100],
  [96_000, 16_000],
  [96_000, 24_000],
  [192_000, 16_000],
  [44_099, 16_000],
] as const;

describe.each(ratios)('from %i to %i Hz the kernel', (sampleRate, rate) => {
  const input = { sampleRate, channels: 1, targetRate: rate };
  const signal = noise(-10, 0.5, sampleRate);
  const expected = createMonoResampler(input).push(signal).slice();

  it.each(kernels)('(%s) agrees with the way in JavaScript within 1e-6 on noise', (_name, kernel) => {
    const out = kernel.createResampler(input).push(signal);
    expect(out).toHaveLength(expected.length);
    expect(out.every((sample, i) => Math.abs(sample - expected[i]!) < 1e-6)).toBe(true);
  });

  it.each(kernels)('(%s) gives the same bits however the sound is cut', (_name, kernel) => {
    const whole = through(kernel.createResampler(input), [signal]);
    expect(through(kernel.createResampler(input), pieces(signal))).toEqual(whole);
  });
});

describe.each(kernels)('the kernel (%s)', (_name, kernel) => {
  it('takes more at once than it has room for', () => {
    const input = { sampleRate: 48_000, channels: 1, targetRate };
    const signal = noise(-10, 4, 48_000);
    const out = through(kernel.createResampler(input), [signal]);
    expect(out).toEqual(through(kernel.createResampler(input), pieces(signal)));
  });

  it.each([48_000, 44_100])('forgets a broken sample (%i Hz)', (sampleRate) => {
    const resampler = kernel.createResampler({ sampleRate, channels: 1, targetRate });
    const signal = noise(-10, 0.5, sampleRate);
    const expected = through(kernel.createResampler({ sampleRate, channels: 1, targetRate }), [
      signal,
      signal,
    ]);
    const broken = signal.slice();
    broken[100] = NaN;
    broken[broken.length - 1] = Infinity;
    const out = through(resampler, [broken, signal, signal.subarray(0, 0)]);
    const second = out.length / 2 + 100;
    expect(out.subarray(1_000, 7_000)).toEqual(expected.subarray(1_000, 7_000));
    expect(out.subarray(second)).toEqual(expected.subarray(second));
  });
});
