import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spansWithin, timeWithin } from './span-arbitrary.ts';
import { intersectSpans, invertSpans, joinSpans, lengthOf, spanAt, subtractSpans } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';
import {
  bracketAt,
  keepAll,
  leastCutS,
  moveHandle,
  removeSpans,
  restoreSpan,
  setEnd,
  setStart,
  snapToFrames,
  tidyKept,
} from './trim.rules.ts';
import type { Recording } from './trim.rules.ts';

const durationS = 100;
const frameS = 576 / 24_000;
const framed: Recording = { durationS, snap: snapToFrames(frameS, durationS) };
const exact: Recording = { durationS, snap: (timeS) => timeS };

/** Violated invariants of kept spans. */
function faultsOf(kept: Spans): string[] {
  const edges = kept.flat();
  const shortestS = Math.min(...invertSpans(kept, durationS).map(([from, to]) => to - from), durationS);
  const isOnGrid = (edge: number) =>
    edge === durationS || Math.abs(edge / frameS - Math.round(edge / frameS)) < 1e-6;
  const faults: [string, boolean][] = [
    ['does not ascend', edges.some((edge, index) => index > 0 && edge <= (edges[index - 1] as number))],
    ['lies outside', edges.some((edge) => edge < 0 || edge > durationS)],
    ['is too short', lengthOf(kept) < 1 - 1e-6],
    ['has a tiny cut', shortestS < leastCutS - 1e-6],
    ['is off the frames', !edges.every(isOnGrid)],
  ];
  return faults.filter(([, isFault]) => isFault).map(([name]) => name);
}

type Operation = (kept: Spans) => Span[] | null;
const side = fc.constantFrom('start' as const, 'end' as const);
const operations: fc.Arbitrary<Operation> = fc.oneof(
  timeWithin(durationS).map(
    (timeS): Operation =>
      (kept) =>
        setStart(kept, timeS, framed),
  ),
  timeWithin(durationS).map(
    (timeS): Operation =>
      (kept) =>
        setEnd(kept, timeS, framed),
  ),
  fc.tuple(fc.nat(), side, timeWithin(durationS)).map(
    ([index, side, timeS]): Operation =>
      (kept) =>
        moveHandle(kept, { index: index % kept.length, side }, timeS, framed),
  ),
  spansWithin(durationS).map(
    (spans): Operation =>
      (kept) =>
        removeSpans(kept, spans, framed),
  ),
  spansWithin(durationS).map(
    ([span]): Operation =>
      (kept) =>
        span ? restoreSpan(kept, span, framed) : null,
  ),
);

describe('what is kept', () => {
  it('is ascending, on whole frames, without tiny cuts and never under a second, whatever is done', () => {
    fc.assert(
      fc.property(fc.array(operations, { maxLength: 20 }), (list) => {
        let kept: Spans = keepAll(durationS);
        for (const operation of list) kept = operation(kept) ?? kept;
        expect(faultsOf(kept)).toEqual([]);
      }),
    );
  });

  it('is without what was removed, and with what was restored', () => {
    fc.assert(
      fc.property(spansWithin(durationS), spansWithin(durationS), (first, second) => {
        const kept = tidyKept(first, exact) ?? keepAll(durationS);
        const removed = removeSpans(kept, second, exact) ?? subtractSpans(kept, second, durationS);
        // Only cuts and pieces below the minimum length may differ.
        const slackS = leastCutS * (2 * (first.length + second.length) + 2);
        expect(lengthOf(intersectSpans(removed, second))).toBeLessThan(slackS);
        const asked = second.slice(0, 1);
        const restored = asked[0] ? restoreSpan(removed, asked[0], exact) : removed;
        const backS = lengthOf(intersectSpans(restored ?? [], asked));
        const askedS = restored ? lengthOf(asked) : 0;
        // A piece below the minimum length is cut with its neighbour.
        const toleranceS = askedS < leastCutS ? leastCutS : 0.000005;
        expect(Math.abs(backS - askedS)).toBeLessThan(toleranceS);
      }),
    );
  });

  it('cannot become less than a second', () => {
    expect(removeSpans(keepAll(durationS), [[0, 99.5]], exact)).toBeNull();
    expect(setEnd(keepAll(durationS), 0.5, exact)).toBeNull();
    expect(moveHandle(keepAll(durationS), { index: 0, side: 'end' }, 0, exact)).toEqual([[0, 1]]);
    expect(moveHandle([[10, 20]], { index: 0, side: 'start' }, 19.9, exact)).toEqual([[19, 20]]);
  });

  it('is the whole of a recording shorter than a second', () => {
    const short: Recording = { durationS: 0.4, snap: (timeS) => timeS };
    expect(tidyKept([[0, 0.4]], short)).toEqual([[0, 0.4]]);
    expect(setStart([[0, 0.4]], 0.2, short)).toBeNull();
  });

  it('has no cut shorter than 50 ms', () => {
    expect(removeSpans(keepAll(durationS), [[10, 10.04]], exact)).toEqual([[0, 100]]);
    expect(removeSpans(keepAll(durationS), [[0, 0.04]], exact)).toEqual([[0, 100]]);
  });
});

describe('single operations', () => {
  const kept: Span[] = [
    [10, 20],
    [30, 40],
  ];

  it('set the beginning and the end, both ways', () => {
    expect(setStart(kept, 15, exact)).toEqual([
      [15, 20],
      [30, 40],
    ]);
    expect(setStart(kept, 5, exact)?.[0]).toEqual([5, 20]);
    expect(setStart(kept, 25, exact)).toEqual([[30, 40]]);
    expect(setEnd(kept, 50, exact)?.[1]).toEqual([30, 50]);
    expect(setEnd(kept, 12, exact)).toEqual([[10, 12]]);
  });

  it('move an end no further than its neighbours, and close a cut where they meet', () => {
    expect(moveHandle(kept, { index: 1, side: 'start' }, 5, exact)).toEqual([[10, 40]]);
    expect(moveHandle(kept, { index: 0, side: 'end' }, 25, exact)?.[0]).toEqual([10, 25]);
    expect(moveHandle(kept, { index: 9, side: 'end' }, 25, exact)).toBeNull();
  });

  it('find what the brackets mean', () => {
    expect([5, 15, 25, 35, 45].map((timeS) => bracketAt(kept, timeS, 'start'))).toEqual([0, 0, 1, 1, null]);
    expect([5, 15, 25, 35, 45].map((timeS) => bracketAt(kept, timeS, 'end'))).toEqual([null, 0, 0, 1, 1]);
  });

  it('snap to frames, and to both ends of the recording', () => {
    expect(framed.snap(10)).toBeCloseTo(Math.round(10 / frameS) * frameS, 9);
    expect([framed.snap(-1), framed.snap(0.001), framed.snap(99.999), framed.snap(500)]).toEqual([
      0, 0, 100, 100,
    ]);
  });
});

describe('sets of spans', () => {
  it('and what lies between them make up the whole', () => {
    fc.assert(
      fc.property(spansWithin(durationS), (spans) => {
        const between = invertSpans(spans, durationS);
        expect(lengthOf(spans) + lengthOf(between)).toBeCloseTo(durationS, 6);
        expect(intersectSpans(spans, between)).toEqual([]);
        expect(joinSpans([...between, ...spans], durationS)).toEqual([[0, durationS]]);
      }),
    );
  });

  it('are found by time', () => {
    expect(spanAt([[1, 2]], 1.5)).toEqual([1, 2]);
    expect(spanAt([[1, 2]], 3)).toBeNull();
  });
});
