import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { createKernelLevels } from '#wasm/testing/kernel-levels.ts';
import { concat, interleave, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createReferenceTruePeak } from './true-peak.ts';

const kernel = loadKernel();
type Input = { sampleRate: number; channels: number };
const ways = [
  ['in JavaScript', createReferenceTruePeak],
  [
    'in the kernel',
    (input: Input) => {
      const { push, result } = createKernelLevels(kernel, input);
      return { push, dbtp: () => result().truePeakDbtp };
    },
  ],
] as const;

const sampleRate = 48_000;
/** Faded in and out, because a tone that begins with a step has a higher peak. */
const between = (divisor: number, phase: number, rate = sampleRate) =>
  sine({ frequency: rate / divisor, dbfs: -6, durationS: 1, sampleRate: rate, phase }).map(
    (sample, i) => sample * Math.min(1, i / 480, (rate - 1 - i) / 480),
  );

describe.each(ways)('true peak %s', (_way, create) => {
  const dbtpOf = (samples: Float32Array, channels = 1, rate = sampleRate) => {
    const peak = create({ sampleRate: rate, channels });
    for (const piece of pieces(samples, channels)) peak.push(piece);
    return peak.dbtp();
  };

  it.each([
    [4, 0],
    [4, 45],
    [6, 60],
    [8, 67.5],
  ])(
    'finds what lies between the samples: a quarter, sixth, eighth of the rate (1/%i, %d°) (EBU Tech 3341, 15 to 18)',
    (divisor, phase) => {
      const dbtp = dbtpOf(between(divisor, phase))!;
      expect(dbtp).toBeLessThan(-6 + 0.2);
      expect(dbtp).toBeGreaterThan(-6 - 0.4);
    },
  );

  it.each([8_000, 11_025, 16_000, 44_100, 48_000, 96_000])('is right at %i Hz', (rate) => {
    for (const [divisor, phase] of [
      [4, 45],
      [3, 30],
      [2.5, 10],
    ] as const) {
      expect(Math.abs(dbtpOf(between(divisor, phase, rate), 1, rate)! + 6)).toBeLessThan(0.2);
    }
  });

  it('counts the last samples too, between which nothing can be known yet', () => {
    const click = silence(0.1, sampleRate);
    click[click.length - 1] = 0.5;
    expect(dbtpOf(click)).toBeCloseTo(-6.02, 2);
  });

  it('hears a late peak in a quiet recording, in any channel', () => {
    const quiet = sine({ frequency: 440, dbfs: -40, durationS: 1.5, sampleRate });
    const late = concat(sine({ frequency: 440, dbfs: -40, durationS: 0.5, sampleRate }), between(4, 45));
    expect(dbtpOf(interleave(quiet, late), 2)).toBeCloseTo(dbtpOf(between(4, 45))!, 1);
  });

  it('does not exist for digital silence', () => {
    expect(dbtpOf(silence(1, sampleRate))).toBeNull();
  });
});
