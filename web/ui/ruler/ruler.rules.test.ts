import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binPeaks, coverage, keyToTime, pxToTime, quietRuns, ticks, timeToPx } from './ruler.rules.ts';

describe('time and pixels', () => {
  it('are each other’s inverse inside the view', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 9000, noNaN: true }),
        fc.integer({ min: 200, max: 4000 }),
        (timeS, widthPx) => {
          const view = { fromS: 0, toS: 9000, widthPx };
          expect(pxToTime(view, timeToPx(view, timeS))).toBeCloseTo(timeS, 6);
        },
      ),
    );
  });

  it('never leave the view', () => {
    const view = { fromS: 10, toS: 20, widthPx: 100 };
    expect(pxToTime(view, -5)).toBe(10);
    expect(pxToTime(view, 500)).toBe(20);
    expect(pxToTime({ ...view, widthPx: 0 }, 5)).toBe(10);
    expect(timeToPx({ fromS: 0, toS: 0, widthPx: 100 }, 5)).toBe(0);
  });
});

describe('binning', () => {
  it('keeps a single loud instant in two and a half hours', () => {
    const pairs = new Int8Array(180_000 * 2);
    pairs[123_456 * 2] = -90;
    pairs[123_456 * 2 + 1] = 101;
    const { extremes: bins } = binPeaks({ pairs, rate: 20 }, { fromS: 0, toS: 9000, widthPx: 320 }, 320);
    const column = Math.floor((123_456 / 180_000) * 320);
    expect([bins[column * 2], bins[column * 2 + 1]]).toEqual([-90, 101]);
    expect(bins.filter((value) => value !== 0)).toHaveLength(2);
  });

  it('finds pairs that begin later, and nothing before the first', () => {
    const pairs = Int8Array.from([-1, 11, -2, 22, -3, 33]);
    const bins = binPeaks({ pairs, rate: 1, fromS: 100 }, { fromS: 98, toS: 104, widthPx: 6 }, 6);
    expect([...bins.extremes]).toEqual([0, 0, 0, 0, -1, 11, -2, 22, -3, 33, 0, 0]);
    const growing = binPeaks({ pairs, rate: 1 }, { fromS: -2, toS: 2, widthPx: 4 }, 4);
    expect([...growing.extremes]).toEqual([0, 0, 0, 0, -1, 11, -2, 22]);
  });

  it('loses no extreme value, whatever the width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -128, max: 0 }), fc.integer({ min: 0, max: 127 })), {
          minLength: 1,
          maxLength: 400,
        }),
        fc.integer({ min: 1, max: 300 }),
        (list, columns) => {
          const pairs = Int8Array.from(list.flat());
          const { extremes: bins } = binPeaks(
            { pairs, rate: 20 },
            { fromS: 0, toS: list.length / 20, widthPx: columns },
            columns,
          );
          expect(Math.max(...bins)).toBe(Math.max(...pairs));
          expect(Math.min(...bins)).toBe(Math.min(...pairs));
        },
      ),
    );
  });

  it('tells the mean reach beside the extremes', () => {
    const pairs = Int8Array.from([-10, 10, -30, 30, -100, 100, 0, 0]);
    const bins = binPeaks({ pairs, rate: 2 }, { fromS: 0, toS: 2, widthPx: 2 }, 2);
    expect([...bins.means]).toEqual([20, 50]);
    expect([...bins.extremes]).toEqual([-30, 30, -100, 100]);
  });

  it('shows nothing where there are no peaks', () => {
    const { extremes: bins } = binPeaks(
      { pairs: new Int8Array(0), rate: 20 },
      { fromS: 0, toS: 10, widthPx: 4 },
      4,
    );
    expect([...bins]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('coverage', () => {
  it('gives the share of each column that the spans fill', () => {
    const covered = coverage(
      [
        [0, 1],
        [2.5, 3],
        [3, 3.25],
      ],
      { fromS: 0, toS: 4, widthPx: 4 },
      4,
    );
    expect([...covered]).toEqual([1, 0, 0.5, 0.25]);
  });

  it('sums to the length of the spans', () => {
    const covered = coverage(
      [
        [0.3, 4.7],
        [6.1, 8.9],
      ],
      { fromS: 0, toS: 10, widthPx: 37 },
      37,
    );
    const sumS = covered.reduce((sum, share) => sum + share, 0) * (10 / 37);
    expect(sumS).toBeCloseTo(7.2, 4);
  });

  it('ignores what lies outside the view', () => {
    expect([...coverage([[20, 30]], { fromS: 0, toS: 10, widthPx: 2 }, 2)]).toEqual([0, 0]);
  });
});

describe('quiet runs', () => {
  it('are found where they are long enough, up to the last column', () => {
    const covered = Float32Array.from([0, 0, 0, 1, 0, 1, 0, 0, 0]);
    expect(quietRuns(covered, 0.1, 3)).toEqual([
      [0, 3],
      [6, 9],
    ]);
  });
});

describe('ticks', () => {
  const labels = (toS: number, widthPx: number) =>
    ticks({ fromS: 0, toS, widthPx }, 64)
      .filter((tick) => tick.isLabelled)
      .map((tick) => tick.atS);

  it('stand at round times that are far enough apart', () => {
    expect(labels(60, 700)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(labels(9000, 1000)).toEqual([
      0, 600, 1200, 1800, 2400, 3000, 3600, 4200, 4800, 5400, 6000, 6600, 7200, 7800, 8400, 9000,
    ]);
    expect(labels(9000, 320)).toEqual([0, 1800, 3600, 5400, 7200, 9000]);
  });

  it('are never more than there is room for, and always at least one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 10_000, noNaN: true }),
        fc.integer({ min: 100, max: 3000 }),
        (toS, widthPx) => {
          const found = labels(toS, widthPx);
          expect(found.length).toBeGreaterThan(0);
          expect(found.length).toBeLessThanOrEqual(widthPx / 64 + 1);
        },
      ),
    );
  });

  it('do not exist without a length', () => {
    expect(ticks({ fromS: 0, toS: 0, widthPx: 500 }, 64)).toEqual([]);
  });
});

describe('keys', () => {
  it('move by a second, with Shift by ten, and stay inside', () => {
    expect(keyToTime('ArrowRight', false, 5, 60)).toBe(6);
    expect(keyToTime('ArrowLeft', true, 5, 60)).toBe(0);
    expect(keyToTime('ArrowRight', true, 55, 60)).toBe(60);
    expect(keyToTime('Home', false, 5, 60)).toBe(0);
    expect(keyToTime('End', false, 5, 60)).toBe(60);
    expect(keyToTime('x', false, 5, 60)).toBeNull();
  });
});
