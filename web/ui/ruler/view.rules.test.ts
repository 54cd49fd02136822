import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampWindow,
  closestS,
  isWhole,
  keyToPan,
  keyToZoom,
  panWindow,
  pinchWindow,
  turnPage,
  windowAround,
  windowToShow,
  zoomByKey,
  zoomWindow,
} from './view.rules.ts';

const durations = fc.double({ min: 0.1, max: 10_000, noNaN: true });
const times = fc.double({ min: -20_000, max: 20_000, noNaN: true });

describe('the window of a ruler', () => {
  it('stays inside the recording whatever is asked of it', () => {
    fc.assert(
      fc.property(durations, times, times, (durationS, fromS, toS) => {
        const window = clampWindow({ fromS, toS }, durationS);
        expect(window.fromS).toBeGreaterThanOrEqual(0);
        expect(window.toS).toBeLessThanOrEqual(durationS + 1e-9);
        expect(window.toS - window.fromS).toBeGreaterThanOrEqual(Math.min(closestS, durationS) - 1e-9);
      }),
    );
  });

  it('keeps the time under the pointer while it zooms', () => {
    const window = { fromS: 100, toS: 200 };
    const closer = zoomWindow(window, 2, 125, 9000);
    expect(closer).toEqual({ fromS: 112.5, toS: 162.5 });
    expect(zoomWindow(closer, 0.5, 125, 9000)).toEqual(window);
  });

  it('goes down to where 10 ms are seen, and back to the whole', () => {
    let window = { fromS: 0, toS: 9000 };
    for (let press = 0; press < 20; press += 1) window = zoomByKey(window, 'in', 4321, 9000);
    expect(window.toS - window.fromS).toBeCloseTo(closestS);
    expect(window.fromS).toBeLessThan(4321);
    expect(window.toS).toBeGreaterThan(4321);
    for (let press = 0; press < 20; press += 1) window = zoomByKey(window, 'out', 4321, 9000);
    expect(isWhole(window, 9000)).toBe(true);
    expect(zoomByKey({ fromS: 5, toS: 6 }, 'whole', 5, 9000)).toEqual({ fromS: 0, toS: 9000 });
  });

  it('zooms at its middle where the playhead is out of sight', () => {
    expect(zoomByKey({ fromS: 100, toS: 200 }, 'in', 5000, 9000)).toEqual({ fromS: 125, toS: 175 });
  });

  it('stops at both ends', () => {
    expect(panWindow({ fromS: 10, toS: 20 }, -50, 100)).toEqual({ fromS: 0, toS: 10 });
    expect(panWindow({ fromS: 10, toS: 20 }, 500, 100)).toEqual({ fromS: 90, toS: 100 });
  });

  it('moves to a time that is out of sight, and not to one that is seen', () => {
    const window = { fromS: 10, toS: 20 };
    expect(windowToShow(window, 15, 100)).toBe(window);
    expect(windowToShow(window, 50, 100)).toEqual({ fromS: 45, toS: 55 });
    expect(turnPage(window, 20.1, 100)).toEqual({ fromS: 19.6, toS: 29.6 });
    expect(turnPage(window, 12, 100)).toBe(window);
  });

  it('shows a stretch with its surroundings', () => {
    expect(windowAround(100, 120, 9000)).toEqual({ fromS: 90, toS: 130 });
    expect(windowAround(0, 0.1, 9000).toS).toBeGreaterThan(1);
  });

  it('keeps the times under two fingers', () => {
    const before = { fromS: 100, toS: 200 };
    const after = pinchWindow(
      before,
      { middleShare: 0.5, distancePx: 100 },
      { middleShare: 0.25, distancePx: 200 },
      9000,
    );
    expect(after).toEqual({ fromS: 137.5, toS: 187.5 });
  });
});

describe('keys', () => {
  it('zoom', () => {
    expect(['+', '=', '-', '0', 'x'].map(keyToZoom)).toEqual(['in', 'in', 'out', 'whole', null]);
  });

  it('move the window by a tenth, by its length, to the ends', () => {
    const window = { fromS: 20, toS: 30 };
    expect(keyToPan('ArrowRight', window, 100)).toEqual({ fromS: 21, toS: 31 });
    expect(keyToPan('PageUp', window, 100)).toEqual({ fromS: 10, toS: 20 });
    expect(keyToPan('End', window, 100)).toEqual({ fromS: 90, toS: 100 });
    expect(keyToPan('a', window, 100)).toBeNull();
  });
});
