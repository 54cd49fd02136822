import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { snapWords, soundsWithin, spreadWords, timeWords } from './word-times.ts';

const frames = (seconds: number) => Math.round(seconds / 0.02);

/** Loud levels with quiet stretches. */
function levelsWith(durationS: number, quietDb: number, ...quiet: TimeSpan[]): Float32Array {
  const levels = new Float32Array(frames(durationS)).fill(-20);
  for (const [from, to] of quiet) levels.fill(quietDb, frames(from), frames(to));
  return levels;
}
const untimed = (...texts: string[]) => texts.map((text) => ({ text, confidence: 1 }));
const times = (words: { start: number; end: number }[]) => words.map(({ start, end }) => [start, end]);

describe('sound in a segment', () => {
  it('has no pause of 0.15 s and more in it, and no silence at its ends', () => {
    const levels = levelsWith(4, -60, [0, 0.6], [1.4, 1.6], [2, 2.1], [3.5, 4]);
    const sounds = soundsWithin(levels, [0.2, 3.9]);
    expect(sounds.map((sound) => sound.map((at) => Math.round(at * 100) / 100))).toEqual([
      [0.6, 1.4],
      [1.6, 3.5],
    ]);
  });

  it('is told from the noise under it, not from a fixed level', () => {
    const noisy = levelsWith(3, -34, [1, 1.5]);
    expect(soundsWithin(noisy, [0, 3])).toHaveLength(2);
    const flat = levelsWith(3, -24, [1, 1.5]);
    expect(soundsWithin(flat, [0, 3])).toEqual([[0, 3]]);
  });

  it('is the whole segment where nobody knows better', () => {
    expect(soundsWithin(new Float32Array(0), [0, 1])).toEqual([[0, 1]]);
    expect(soundsWithin(new Float32Array(100).fill(-100), [0.5, 1])).toEqual([[0.5, 1]]);
  });
});

describe('words', () => {
  it('share the sound by their length, and more before a sign', () => {
    expect(times(spreadWords(untimed('abc', 'abcdefg'), [[10, 22]]))).toEqual([
      [10, 14],
      [14, 22],
    ]);
    expect(times(spreadWords(untimed('abc.', 'abcdefg'), [[10, 24]]))).toEqual([
      [10, 16],
      [16, 24],
    ]);
  });

  it('do not reach over a pause', () => {
    const sounds: TimeSpan[] = [
      [0, 1],
      [3, 4],
    ];
    expect(times(spreadWords(untimed('abc', 'abcd', 'ab'), sounds))).toEqual([
      [0, 0.667],
      [3, 3.5],
      [3.5, 4],
    ]);
  });

  it('meet at the nearest dip, not at one that is too far away', () => {
    const [left, right] = [
      { text: 'a', confidence: 1, start: 0, end: 1 },
      { text: 'b', confidence: 1, start: 1, end: 2 },
    ] as const;
    expect(snapWords([left, right], levelsWith(2, -40, [1.06, 1.08]))[0]!.end).toBeCloseTo(1.07, 3);
    expect(snapWords([left, right], levelsWith(2, -40, [1.2, 1.22]))).toEqual([left, right]);
    expect(snapWords([left, right], levelsWith(2, -21, [1.06, 1.08]))).toEqual([left, right]);
    const apart = [left, { ...right, start: 1.2 }];
    expect(snapWords(apart, levelsWith(2, -40, [1.1, 1.12]))).toEqual(apart);
  });

  it('ascend, keep their text and stay inside their segment, whatever the levels are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: -100, max: 0 }), { minLength: 1, maxLength: 300 }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0.05, max: 6, noNaN: true }),
        (texts, db, start, length) => {
          const span: TimeSpan = [start, start + length];
          const words = timeWords(untimed(...texts), span, Float32Array.from(db));
          expect(words.map(({ text }) => text)).toEqual(texts);
          let before = start - 0.001;
          for (const word of words) {
            expect(word.start).toBeGreaterThanOrEqual(before - 0.001);
            expect(word.end).toBeGreaterThanOrEqual(word.start);
            before = word.end;
          }
          expect(before).toBeLessThanOrEqual(span[1] + 0.001);
        },
      ),
      { numRuns: 300 },
    );
  });
});
