import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelFrameS } from '#wasm/transcription/frame-levels.ts';
import { fitToLength, isOfOtherSound, saysNearlyNothing, soundsInhabited } from './speech-map.rules.ts';

const levels = (...parts: [seconds: number, dbfs: number][]) =>
  Float32Array.from(
    parts.flatMap(([seconds, db]) => Array<number>(Math.round(seconds / levelFrameS)).fill(db)),
  );

describe('a map that came with the sound', () => {
  it('is cut to the length, put in order, and joined where it overlaps', () => {
    expect(
      fitToLength(
        [
          [8, 12],
          [1, 3],
          [2, 4],
          [5, 5],
          [11, 30],
        ],
        10,
      ),
    ).toEqual([
      [1, 4],
      [8, 10],
    ]);
    expect(fitToLength([[10, 12]], 10)).toEqual([]);
    expect(fitToLength([[0.1, 3]], 2.00049)).toEqual([[0.1, 2]]);
  });

  it('is ascending, not overlapping, within the length, and covers what it covered there, whatever was told', () => {
    const span = fc.tuple(fc.nat(2_000), fc.nat(2_000)).map(([a, b]): [number, number] => [a / 10, b / 10]);
    fc.assert(
      fc.property(fc.array(span), fc.integer({ min: 1, max: 150 }), (spans, durationS) => {
        const fitted = fitToLength(spans, durationS);
        let before = -1;
        for (const [start, end] of fitted) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(durationS);
          before = end;
        }
        const covers = (map: readonly [number, number][], at: number) =>
          map.some(([from, to]) => from < at && at < to);
        for (let at = 0.05; at < durationS; at += 3.1) expect(covers(fitted, at)).toBe(covers(spans, at));
      }),
    );
  });

  it('is of another sound where a good part of it lies behind the end', () => {
    expect(
      isOfOtherSound(
        [
          [0, 50],
          [55, 61],
        ],
        60,
      ),
    ).toBe(false);
    expect(
      isOfOtherSound(
        [
          [0, 50],
          [55, 80],
        ],
        60,
      ),
    ).toBe(true);
    expect(isOfOtherSound([[100, 101]], 60)).toBe(true);
    expect(isOfOtherSound([], 60)).toBe(false);
  });

  it('says nearly nothing below one percent', () => {
    expect(saysNearlyNothing([], 60)).toBe(true);
    expect(saysNearlyNothing([[1, 1.5]], 60)).toBe(true);
    expect(saysNearlyNothing([[1, 1.7]], 60)).toBe(false);
  });
});

describe('sound', () => {
  it('is inhabited where two minutes of it, or half of what is shorter, are louder than an empty room', () => {
    expect(soundsInhabited(levels([600, -60], [121, -40]))).toBe(true);
    expect(soundsInhabited(levels([600, -60], [119, -40]))).toBe(false);
    expect(soundsInhabited(levels([10, -60], [11, -40]))).toBe(true);
    expect(soundsInhabited(levels([600, -46]))).toBe(false);
    expect(soundsInhabited(levels())).toBe(false);
  });
});
