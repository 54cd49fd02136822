import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { createKernelLevels } from '#wasm/testing/kernel-levels.ts';
import { concat, interleave, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createReferenceLoudness } from './loudness.ts';

const kernel = loadKernel();
type Input = { sampleRate: number; channels: number };
const ways = [
  ['in JavaScript', createReferenceLoudness],
  ['in the kernel', (input: Input) => createKernelLevels(kernel, input)],
] as const;

const tones = new Map<string, Float32Array>();
/** Cached, because several tests use the same tone. */
function tone(dbfs: number, durationS: number, sampleRate = 48_000, frequency = 1_000): Float32Array {
  const key = [dbfs, durationS, sampleRate, frequency].join();
  const made = tones.get(key) ?? sine({ frequency, dbfs, durationS, sampleRate });
  tones.set(key, made);
  return made;
}
const stereo = (mono: Float32Array) => interleave(mono, mono);

const steps = (...list: [dbfs: number, durationS: number][]) =>
  stereo(concat(...list.map(([dbfs, durationS]) => tone(dbfs, durationS))));

/** Difference from the true value; infinite for null. */
const off = (value: number | null, truth: number) => Math.abs((value ?? Infinity) - truth);

describe.each(ways)('loudness %s', (_way, create) => {
  const measured = (samples: Float32Array, channels: number, sampleRate = 48_000) => {
    const loudness = create({ sampleRate, channels });
    for (const piece of pieces(samples, channels)) loudness.push(piece);
    return loudness.result();
  };
  const lufsOf = (samples: Float32Array, channels: number, sampleRate = 48_000) =>
    measured(samples, channels, sampleRate).integratedLufs;

  describe('integrated loudness', () => {
    it.each([48_000, 44_100, 22_050, 16_000, 11_025, 8_000])(
      'of a full-scale sine of 997 Hz in one channel is -3.01 LUFS at %i Hz (BS.1770-4)',
      (sampleRate) =>
        expect(off(lufsOf(tone(0, 5, sampleRate, 997), 1, sampleRate), -3.01)).toBeLessThanOrEqual(0.05),
    );

    it.each([-23, -33])(
      'of a stereo sine at %i dBFS is that many LUFS (EBU Tech 3341, cases 1 and 2)',
      (dbfs) => expect(off(lufsOf(stereo(tone(dbfs, 20)), 2), dbfs)).toBeLessThanOrEqual(0.1),
    );

    it.each([
      ['passages ten LU below the rest are left out (case 3)', steps([-36, 10], [-23, 60], [-36, 10])],
      [
        'what lies below the absolute gate is left out as well (case 4)',
        steps([-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]),
      ],
      ['passages near each other count by their energy (case 5)', steps([-26, 20], [-20, 20.1], [-26, 20])],
    ])('of EBU Tech 3341 is -23 LUFS: %s', (_, signal) =>
      expect(off(lufsOf(signal, 2), -23)).toBeLessThanOrEqual(0.1),
    );

    it('weighs surround channels and leaves out low-frequency effects (EBU Tech 3341, case 6)', () => {
      const [side, centre, rear] = [tone(-28, 20), tone(-24, 20), tone(-30, 20)];
      expect(
        off(lufsOf(interleave(side, side, centre, tone(0, 20, 48_000, 60), rear, rear), 6), -23),
      ).toBeLessThanOrEqual(0.1);
    });

    it('does not exist for silence or for less than one block', () => {
      expect(lufsOf(silence(5, 48_000), 1)).toBeNull();
      expect(lufsOf(tone(-23, 0.3), 1)).toBeNull();
    });
  });

  describe('the loudest moments', () => {
    it('are the same for every 3 s of a pattern that repeats (EBU Tech 3341, case 9)', () => {
      const signal = steps(
        ...Array.from(
          { length: 5 },
          () =>
            [
              [-20, 1.34],
              [-30, 1.66],
            ] as [number, number][],
        ).flat(),
      );
      expect(off(measured(signal, 2).maxShortTermLufs, -23)).toBeLessThanOrEqual(0.1);
    });

    it.each([0, 7, 19])(
      'of 3 s are found wherever they begin (EBU Tech 3341, case 10, %i × 150 ms of silence)',
      (i) => {
        const signal = concat(silence(i * 0.15, 48_000), tone(-23, 3), silence(1, 48_000));
        expect(off(measured(stereo(signal), 2).maxShortTermLufs, -23)).toBeLessThanOrEqual(0.1);
      },
    );

    it('are the same for every 400 ms of a pattern that repeats (EBU Tech 3341, case 12)', () => {
      const signal = steps(
        ...Array.from(
          { length: 10 },
          () =>
            [
              [-20, 0.18],
              [-30, 0.22],
            ] as [number, number][],
        ).flat(),
      );
      expect(off(measured(signal, 2).maxMomentaryLufs, -23)).toBeLessThanOrEqual(0.1);
    });

    it.each([0, 3, 7, 19])(
      'of 400 ms are found wherever they begin (EBU Tech 3341, case 13, %i × 20 ms of silence)',
      (i) => {
        const signal = concat(silence(i * 0.02, 48_000), tone(-23, 0.4), silence(1, 48_000));
        expect(off(measured(stereo(signal), 2).maxMomentaryLufs, -23)).toBeLessThanOrEqual(0.1);
      },
    );

    it('do not exist for zeros, nor for less than they are long', () => {
      expect(measured(silence(5, 48_000), 1)).toMatchObject({
        maxMomentaryLufs: null,
        maxShortTermLufs: null,
      });
      const { maxMomentaryLufs, maxShortTermLufs, loudnessRangeLu } = measured(tone(-23, 2.9), 1);
      expect(off(maxMomentaryLufs, -26)).toBeLessThanOrEqual(0.1);
      expect([maxShortTermLufs, loudnessRangeLu]).toEqual([null, null]);
    });
  });

  describe('the loudness range', () => {
    it.each([
      ['two levels ten LU apart (case 1)', 10, steps([-20, 20], [-30, 20])],
      ['two levels five LU apart (case 2)', 5, steps([-20, 20], [-15, 20])],
      ['two levels twenty LU apart (case 3)', 20, steps([-40, 20], [-20, 20])],
      [
        'levels below the relative gate (case 4)',
        15,
        steps([-50, 20], [-35, 20], [-20, 20], [-35, 20], [-50, 20]),
      ],
    ])('of EBU Tech 3342 is within 1 LU: %s', (_, lu, signal) =>
      expect(off(measured(signal, 2).loudnessRangeLu, lu)).toBeLessThanOrEqual(1),
    );

    it('of one level is none', () =>
      expect(off(measured(steps([-20, 10]), 2).loudnessRangeLu, 0)).toBeLessThanOrEqual(0.01));
  });

  describe('the loudness curve', () => {
    it('has a value a second, over the 3 s before it', () => {
      const { stepS, lufs } = measured(steps([-23, 5], [-33, 5.9]), 2).loudnessCurve;
      expect([stepS, lufs.length]).toEqual([1, 10]);
      for (const at of [0, 1, 2, 3, 4]) expect(off(lufs[at]!, -23)).toBeLessThanOrEqual(0.1);
      expect(off(lufs[5]!, 10 * Math.log10((2 * 10 ** -2.3 + 10 ** -3.3) / 3))).toBeLessThanOrEqual(0.1);
      for (const at of [7, 8, 9]) expect(off(lufs[at]!, -33)).toBeLessThanOrEqual(0.1);
    });

    it('is bottomless where there are only zeros, after loud sound too', () => {
      const { lufs } = measured(concat(tone(0, 2), silence(10, 48_000)), 1).loudnessCurve;
      expect(lufs.at(-1)).toBeLessThan(-150);
      expect(measured(silence(2, 48_000), 1).loudnessCurve.lufs).toEqual(new Float32Array(2).fill(-Infinity));
    });
  });
});
