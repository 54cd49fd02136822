import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameLevels, levelFrameS, silenceFloorDb } from './frame-levels.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { audibleRegions, longestPause, middlePause, planWindows } from './plan-windows.ts';

const sampleRate = 16_000;
const frames = (seconds: number) => Math.round(seconds / levelFrameS);

function levelsWith(durationS: number, quiet: { at: TimeSpan; db: number }[] = []): Float32Array {
  const levels = new Float32Array(frames(durationS)).fill(-20);
  for (const { at, db } of quiet) levels.fill(db, frames(at[0]), frames(at[1]));
  return levels;
}

describe('levels of frames', () => {
  it('are those of a sine, of digital silence and of full scale', () => {
    const sine = Int16Array.from(
      { length: sampleRate },
      (_, at) => 16_384 * Math.sin((at * 2 * Math.PI * 440) / sampleRate),
    );
    expect(frameLevels(sine, sampleRate)).toHaveLength(50);
    expect(frameLevels(sine, sampleRate)[10]).toBeCloseTo(-9.03, 1);
    expect(frameLevels(new Int16Array(320), sampleRate)[0]).toBe(silenceFloorDb);
    expect(frameLevels(new Int16Array(320).fill(-32_768), sampleRate)[0]).toBe(0);
  });
});

describe('windows', () => {
  it('gather neighbouring speech as long as the model can hear it at once, and end at the longest pause', () => {
    const regions: TimeSpan[] = [
      [1, 4],
      [4.5, 7],
      [8, 9],
      [9.8, 14],
    ];
    expect(planWindows(levelsWith(20), regions, { maxS: 10 })).toEqual([
      [0.7, 7.3],
      [7.7, 14.3],
    ]);
  });

  it('leave long silence out', () => {
    expect(
      planWindows(
        levelsWith(100),
        [
          [1, 2],
          [90, 92],
        ],
        { maxS: 30 },
      ),
    ).toEqual([
      [0.7, 2.3],
      [89.7, 92.3],
    ]);
  });

  it('cut speech without a pause at its quietest place', () => {
    const levels = levelsWith(15, [{ at: [7, 7.4], db: -45 }]);
    const [first, second] = planWindows(levels, [[0, 15]], { maxS: 10 });
    expect(first?.[1]).toBeGreaterThan(7);
    expect(first?.[1]).toBeLessThan(7.4);
    expect(second).toEqual([first?.[1], 15]);
  });

  it('use everything audible where nobody knows what is speech', () => {
    const levels = levelsWith(20, [{ at: [5, 15], db: silenceFloorDb }]);
    expect(planWindows(levels, null, { maxS: 10 })).toEqual([
      [0, 5.3],
      [14.7, 20],
    ]);
    expect(audibleRegions(levelsWith(4, [{ at: [1, 1.5], db: silenceFloorDb }]))).toEqual([[0, 4]]);
  });

  it('are cut in two at the quietest place of their middle', () => {
    const levels = levelsWith(12, [
      { at: [1, 1.5], db: -80 },
      { at: [7, 7.4], db: -45 },
    ]);
    expect(middlePause(levels, [0, 12])).toBeCloseTo(7.2, 1);
    expect(middlePause(levelsWith(4), [0, 4])).toBeGreaterThan(1);
  });

  it('have a longest pause where there is one that is no part of a word, nor at their ends', () => {
    const levels = levelsWith(12, [
      { at: [1, 1.2], db: -80 },
      { at: [7, 7.4], db: -80 },
      { at: [9, 9.06], db: -80 },
      { at: [11.6, 12], db: -80 },
    ]);
    expect(longestPause(levels, [0, 12])).toBeCloseTo(7.2, 2);
    expect(longestPause(levels, [0, 7])).toBeCloseTo(1.1, 2);
    expect(longestPause(levels, [7.5, 12])).toBeNull();
  });

  it('are none where there is no speech or no sound', () => {
    expect(planWindows(levelsWith(60), [], { maxS: 30 })).toEqual([]);
    expect(planWindows(new Float32Array(0), null, { maxS: 30 })).toEqual([]);
    expect(planWindows(levelsWith(5, [{ at: [0, 5], db: silenceFloorDb }]), null, { maxS: 30 })).toEqual([]);
  });

  it('stay inside a recording that is shorter than its map says', () => {
    expect(
      planWindows(
        levelsWith(3),
        [
          [1, 8],
          [9, 10],
        ],
        { maxS: 10 },
      ),
    ).toEqual([[0.7, 3]]);
  });

  it('cover all speech, ascend, never overlap and never exceed what the model hears, whatever the map', () => {
    const gaps = fc.array(
      fc.tuple(fc.double({ min: 0.01, max: 8, noNaN: true }), fc.double({ min: 0.05, max: 40, noNaN: true })),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 2, max: 30 }),
        fc.infiniteStream(fc.integer({ min: -90, max: 0 })),
        (spans, maxS, db) => {
          let at = 0;
          const regions = spans.map(([gap, length]): TimeSpan => {
            const start = at + gap;
            at = start + length;
            return [start, at];
          });
          const levels = new Float32Array(frames(at + 1));
          for (let frame = 0; frame < levels.length; frame++) levels[frame] = db.next().value as number;
          const windows = planWindows(levels, regions, { maxS });
          let before = 0;
          for (const [start, end] of windows) {
            expect(start).toBeGreaterThanOrEqual(before);
            expect(end - start).toBeLessThanOrEqual(maxS + 0.002);
            expect(end).toBeGreaterThan(start);
            before = end;
          }
          for (const [start, end] of regions) {
            const covered = windows.reduce(
              (sum, window) => sum + Math.max(0, Math.min(end, window[1]) - Math.max(start, window[0])),
              0,
            );
            expect(covered).toBeCloseTo(end - start, 1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
