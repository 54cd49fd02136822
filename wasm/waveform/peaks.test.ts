import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { concat, interleave, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { coarsen, createPeaks } from './peaks.ts';

const inKernel: typeof createPeaks = ({ sampleRate, channels, rate }) => {
  const input = { sampleRate, channels, peaksRate: rate, fineRate: rate };
  const { push, peaks } = loadKernel().createSound(input);
  return { push, recent: peaks.recent, finish: () => peaks.finish().finePeaks };
};
const ways = [
  ['in JavaScript', createPeaks],
  ['in the kernel', inKernel],
] as const;

function peaksBy(
  create: typeof createPeaks,
  samples: Float32Array,
  sampleRate: number,
  channels: number,
  rate: number,
) {
  const peaks = create({ sampleRate, channels, rate });
  for (const piece of pieces(samples, channels)) peaks.push(piece);
  return peaks.finish();
}

describe.each(ways)('peaks, found %s,', (_way, create) => {
  const peaksOf = (samples: Float32Array, sampleRate: number, channels = 1, rate = 20) =>
    peaksBy(create, samples, sampleRate, channels, rate);

  it('are the extremes of each twentieth of a second', () => {
    const tone = sine({ frequency: 100, dbfs: -6.0206, durationS: 1, sampleRate: 16_000 });
    const peaks = peaksOf(concat(tone, silence(1, 16_000)), 16_000);
    expect(peaks).toHaveLength(80);
    expect([...peaks.subarray(0, 2)]).toEqual([-64 + 1, 64]);
    expect([...peaks.subarray(40, 80)].every((value) => value === 0)).toBe(true);
  });

  it('do not drift where the rate does not divide the sample rate', () => {
    const peaks = peaksOf(concat(silence(100, 11_025), new Float32Array([1])), 11_025);
    expect(peaks).toHaveLength(2 * 2_001);
    expect(peaks.at(-1)).toBe(127);
    expect(peaks.at(-3)).toBe(0);
  });

  it('take the extremes of all channels, and keep overshoot within eight bits', () => {
    const left = new Float32Array(800).fill(1.4);
    const right = new Float32Array(800).fill(-1.4);
    expect([...peaksOf(interleave(left, right), 16_000, 2)]).toEqual([-128, 127]);
  });

  it('are none for no sound', () => {
    expect(peaksOf(new Float32Array(0), 48_000)).toHaveLength(0);
  });

  it.each([48_000, 44_100, 16_000, 11_025])(
    'at a fifth of the rate are the coarsened ones, at %i Hz',
    (sampleRate) => {
      const sound = concat(
        noise(-10, 3.21, sampleRate),
        sine({ frequency: 3, dbfs: -3, durationS: 2.34, sampleRate }),
      );
      const fine = peaksOf(sound, sampleRate, 1, 100);
      expect(coarsen(fine, 5)).toEqual(peaksOf(sound, sampleRate));
      expect(coarsen(fine, 1)).toEqual(fine);
    },
  );

  it('coarsened take what is left over into the last pair', () => {
    expect([...coarsen(Int8Array.of(-1, 2, -3, 1, 0, 5), 2)]).toEqual([-3, 2, 0, 5]);
    expect(coarsen(new Int8Array(0), 5)).toHaveLength(0);
  });
});
