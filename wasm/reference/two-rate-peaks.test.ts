import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { noise, pieces } from '#wasm/testing/signals.ts';
import { createReferencePeaks } from './two-rate-peaks.ts';

const inKernel: typeof createReferencePeaks = ({ rate, ...input }) => {
  const { push, peaks } = loadKernel().createSound({ ...input, peaksRate: rate });
  return { push, ...peaks };
};

describe.each([
  ['in JavaScript', createReferencePeaks],
  ['in the kernel', inKernel],
] as const)('peaks at two rates, found %s,', (_way, create) => {
  it('are told while they come as they are in the end', () => {
    const sampleRate = 44_100;
    const two = create({ sampleRate, channels: 1, rate: 20, fineRate: 100 });
    const told: number[] = [];
    for (const piece of pieces(noise(-10, 3.33, sampleRate))) {
      two.push(piece);
      told.push(...two.recent());
    }
    const { peaks, finePeaks } = two.finish();
    expect(finePeaks).toHaveLength(2 * 333);
    expect(peaks).toHaveLength(2 * 67);
    expect(told).toEqual([...peaks.subarray(0, told.length)]);
    expect(told).toHaveLength(2 * 66);
  });

  it('must divide', () => {
    const input = { sampleRate: 8_000, channels: 1, rate: 30, fineRate: 100 };
    expect(() => create(input)).toThrow('no multiple');
  });
});
