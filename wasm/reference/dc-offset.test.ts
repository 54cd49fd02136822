import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { createKernelLevels } from '#wasm/testing/kernel-levels.ts';
import { concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createReferenceDcOffset } from './dc-offset.ts';

const sampleRate = 16_000;
const tone = (durationS: number) => sine({ frequency: 210, dbfs: -12, durationS, sampleRate });
const shifted = (samples: Float32Array, offset: number) => samples.map((sample) => sample + offset);

const kernel = loadKernel();
type Input = { sampleRate: number; channels: number };
const ways = [
  ['in JavaScript', createReferenceDcOffset],
  [
    'in the kernel',
    (input: Input) => {
      const { push, result } = createKernelLevels(kernel, input);
      return { push, result: () => result().dcOffset };
    },
  ],
] as const;

describe.each(ways)('%s', (_way, create) => {
  const offsetOf = (samples: Float32Array, channels = 1) => {
    const dc = create({ sampleRate, channels });
    for (const piece of pieces(samples, channels)) dc.push(piece);
    return dc.result();
  };

  it('the offset is the mean, with its sign, of short sound as of long', () => {
    expect(offsetOf(shifted(tone(0.5), -0.03))).toBeCloseTo(-0.03, 4);
    expect(offsetOf(shifted(tone(20), 0.01))).toBeCloseTo(0.01, 4);
  });

  it('the offset is that of the channel where it is largest', () => {
    expect(offsetOf(interleave(shifted(tone(9), 0.002), shifted(tone(9), -0.05), tone(9)), 3)).toBeCloseTo(
      -0.05,
      4,
    );
  });

  it('a stretch with an offset is found in a long recording', () => {
    const sound = concat(tone(30), shifted(tone(9), 0.04), tone(30));
    expect(offsetOf(sound)).toBeCloseTo(0.04, 3);
  });

  it('sound without an offset has next to none, silence and nothing have none', () => {
    expect(Math.abs(offsetOf(mix(tone(12), noise(-20, 12, sampleRate))))).toBeLessThan(0.002);
    expect(offsetOf(silence(5, sampleRate))).toBe(0);
    expect(offsetOf(new Float32Array(0))).toBe(0);
  });
});
