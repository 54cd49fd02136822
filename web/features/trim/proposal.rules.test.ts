import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsOf, pauseChoicesS, proposeCuts } from './proposal.rules.ts';
import { spansWithin } from './span-arbitrary.ts';
import { intersectSpans, lengthOf } from './span.rules.ts';
import { keepAll, removeSpans, tidyKept } from './trim.rules.ts';

const durationS = 100;
const exact = { durationS, snap: (timeS: number) => timeS };
const all = keepAll(durationS);

describe('proposals', () => {
  it('leave half a second around the first and the last word, and half a second at both ends of a pause', () => {
    const speech: [number, number][] = [
      [10, 20],
      [40, 50],
      [52, 60],
    ];
    const proposals = proposeCuts({ durationS, speech, kept: all, pauseS: 5 });
    expect(proposals).toEqual([
      { kind: 'leading', cuts: [[0, 9.5]], savedS: 9.5 },
      { kind: 'pauses', cuts: [[20.5, 39.5]], savedS: 19 },
      { kind: 'trailing', cuts: [[60.5, 100]], savedS: 39.5 },
    ]);
    expect(cutsOf(proposals)).toHaveLength(3);
  });

  it('cover as many pauses as are longer than was chosen', () => {
    const speech: [number, number][] = [
      [0, 10],
      [13, 20],
      [27, 40],
      [55, 100],
    ];
    const counts = pauseChoicesS.map(
      (pauseS) => proposeCuts({ durationS, speech, kept: all, pauseS })[0]?.cuts.length ?? 0,
    );
    expect(counts).toEqual([3, 2, 1, 0]);
  });

  it('never touch speech, never cut less than a second, and say what they save', () => {
    fc.assert(
      fc.property(
        spansWithin(durationS),
        spansWithin(durationS),
        fc.constantFrom(...pauseChoicesS),
        (speech, keptSpans, pauseS) => {
          const kept = tidyKept(keptSpans, exact) ?? all;
          const proposals = proposeCuts({ durationS, speech, kept, pauseS });
          const cuts = cutsOf(proposals);
          expect(intersectSpans(cuts, speech)).toEqual([]);
          expect(lengthOf(intersectSpans(cuts, kept))).toBeCloseTo(lengthOf(cuts), 6);
          expect(Math.min(1, ...cuts.map(([from, to]) => to - from))).toBe(1);
          const saved = proposals.reduce((sum, proposal) => sum + proposal.savedS, 0);
          const after = removeSpans(kept, cuts, exact);
          // A rest of less than 50 ms between two cuts is cut too; less than 1 s in total is refused.
          const scrapsS = 0.05 * (kept.length + cuts.length + 1);
          const wrongS = after ? lengthOf(kept) - lengthOf(after) - saved : 0;
          expect(after !== null || lengthOf(kept) - saved < 1 + scrapsS).toBe(true);
          expect(wrongS).toBeGreaterThan(-scrapsS);
          expect(wrongS).toBeLessThan(scrapsS);
        },
      ),
    );
  });

  it('are gone once they were taken', () => {
    const speech: [number, number][] = [
      [10, 20],
      [40, 50],
    ];
    const cuts = cutsOf(proposeCuts({ durationS, speech, kept: all, pauseS: 5 }));
    const kept = removeSpans(all, cuts, exact) ?? [];
    expect(proposeCuts({ durationS, speech, kept, pauseS: 5 })).toEqual([]);
    expect(proposeCuts({ durationS, speech, kept, pauseS: 2 })).toEqual([]);
  });

  it('do not exist where nobody speaks', () => {
    expect(proposeCuts({ durationS, speech: [], kept: all, pauseS: 2 })).toEqual([]);
  });
});
