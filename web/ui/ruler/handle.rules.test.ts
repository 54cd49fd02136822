import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseHandles,
  gripPx,
  handleId,
  keptHandles,
  keyToHandleTime,
  selectionHandles,
} from './handle.rules.ts';
import { timeToPx } from './ruler.rules.ts';
import type { Span } from './ruler.rules.ts';

const ids = (handles: readonly Parameters<typeof handleId>[0][]) => handles.map(handleId);
const view = { fromS: 0, toS: 100, widthPx: 1000 };
const kept: Span[] = [
  [0, 20],
  [20.1, 24],
  [60, 100],
];

describe('the handles of a ruler', () => {
  it('are two for each kept stretch, and keys leave a little between them and their neighbours', () => {
    const [, end, start] = keptHandles(kept, 100);
    expect(end).toMatchObject({ side: 'end', atS: 20, minS: 0.1, maxS: 20 });
    expect(start).toMatchObject({ side: 'start', atS: 20.1, minS: 20.1, maxS: 23.9 });
    expect(selectionHandles([5, 6], 100).map(({ minS, maxS }) => [minS, maxS])).toEqual([
      [0, 6],
      [5, 100],
    ]);
    expect(selectionHandles(null, 100)).toEqual([]);
  });

  it('are both there for a cut of one pixel', () => {
    const spans: Span[] = [
      [0, 50],
      [50.1, 100],
    ];
    expect(chooseHandles(keptHandles(spans, 100), view, null)).toHaveLength(4);
  });

  it('of cuts that crowd each other wait for a closer look, all of them', () => {
    expect(ids(chooseHandles(keptHandles(kept, 100), view, null))).toEqual(['kept-0-start', 'kept-2-end']);
    const closer = { fromS: 15, toS: 65, widthPx: 2000 };
    expect(ids(chooseHandles(keptHandles(kept, 100), closer, null))).toEqual([
      'kept-0-end',
      'kept-1-start',
      'kept-1-end',
      'kept-2-start',
    ]);
  });

  it('of a selection lie outside it, so that the shortest has both', () => {
    expect(chooseHandles(selectionHandles([50, 50.1], 100), view, null)).toHaveLength(2);
  });

  it('keep the one in use, however tight it is', () => {
    expect(ids(chooseHandles(keptHandles(kept, 100), view, 'kept-1-end'))).toContain('kept-1-end');
  });

  it('never lie on each other, and the outermost are there where they are seen', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.double({ min: 0, max: 9000, noNaN: true }), { minLength: 2, maxLength: 600 }),
        fc.integer({ min: 280, max: 2000 }),
        (edges, widthPx) => {
          const sorted = edges.toSorted((a, b) => a - b).slice(0, edges.length & ~1);
          const spans = sorted.flatMap((edge, index): Span[] =>
            index % 2 === 0 ? [[edge, sorted[index + 1] as number]] : [],
          );
          const whole = { fromS: 0, toS: 9000, widthPx };
          const shown = chooseHandles(keptHandles(spans, 9000), whole, null);
          const boxes = shown
            .map(({ atS, side }) => timeToPx(whole, atS) - (side === 'end' ? gripPx : 0))
            .toSorted((a, b) => a - b);
          const apart = boxes.slice(1).map((left, index) => left - (boxes[index] as number));
          expect(Math.min(gripPx, ...apart)).toBeGreaterThanOrEqual(gripPx - 1);
          expect(shown[0]?.atS).toBe(sorted[0]);
        },
      ),
    );
  });
});

describe('the keys of a handle', () => {
  const [handle] = keptHandles([[50, 80]], 100);
  const press = (key: string, change = {}) =>
    handle ? keyToHandleTime({ key, shiftKey: false, altKey: false, ...change }, handle) : null;

  it('move it by a second, ten, or a hundredth, and to its limits', () => {
    expect(press('ArrowRight')).toBe(51);
    expect(press('ArrowLeft', { shiftKey: true })).toBe(40);
    expect(press('ArrowRight', { altKey: true })).toBeCloseTo(50.01, 9);
    expect(press('Home')).toBe(0);
    expect(press('End')).toBe(79.9);
    expect(press('PageUp')).toBe(79.9);
    expect(press('a')).toBeNull();
  });
});
