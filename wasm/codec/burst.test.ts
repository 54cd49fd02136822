import { describe, expect, it } from 'vitest';
import { createBurstGate } from './burst.ts';

const around = 2_304;

function gated(samples: Float32Array, channels: number, blockLength: number): Float32Array {
  const gate = createBurstGate(channels);
  const all = samples.slice();
  for (let at = 0; at < all.length; at += blockLength) gate(all.subarray(at, at + blockLength));
  return all;
}

describe('bursts in decoded sound', () => {
  it('are silent with what lies around them, in whatever blocks they come; the rest is left alone', () => {
    const samples = new Float32Array(60_000).fill(0.5);
    samples.set([5e6, -90, 300], 20_000);
    samples[21_500] = Number.NaN;
    for (const channels of [1, 2]) {
      const silent = gated(samples, channels, samples.length);
      const [from, to] = [20_000 - around * channels, 21_500 + around * channels];
      expect(silent.findIndex((sample) => sample === 0)).toBe(from);
      expect(silent.findLastIndex((sample) => sample === 0)).toBe(to - 1);
      expect(silent.subarray(from, to).every((sample) => sample === 0)).toBe(true);
      expect(silent.every((sample) => sample === 0 || sample === 0.5)).toBe(true);
      // Blocks before the burst have already been passed on.
      const inBlocks = gated(samples, channels, 10_000);
      expect(inBlocks.findLastIndex((sample) => sample === 0)).toBe(to - 1);
      expect(inBlocks.subarray(20_000, to).every((sample) => sample === 0)).toBe(true);
    }
  });

  it('are nothing that sound can be', () => {
    const loud = Float32Array.of(0, -1.5, 99, -100, 3);
    expect(gated(loud, 1, 5)).toEqual(loud);
  });
});
