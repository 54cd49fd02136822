import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '#api/contract/recording.ts';
import { spansWithin, timeWithin } from './span-arbitrary.ts';
import { intersectSpans, lengthOf } from './span.rules.ts';
import type { Span } from './span.rules.ts';
import { newToOriginal, originalToNew, peaksToNew, spansToNew, verdictToNew } from './time-map.rules.ts';

const durationS = 100;
const kept: Span[] = [
  [10, 20],
  [50, 60],
];

const timemapOf = (spans: readonly Span[]): Span[] =>
  spans.map(([startS], index) => [lengthOf(spans.slice(0, index)), startS]);

describe('the time map', () => {
  it('leads to the new time and back', () => {
    fc.assert(
      fc.property(spansWithin(durationS), timeWithin(durationS), (spans, timeS) => {
        const newS = originalToNew(spans, timeS);
        const isKept = spans.some(([startS, endS]) => timeS >= startS && timeS <= endS);
        expect(newS !== null).toBe(isKept);
        const back = newS === null ? timeS : newToOriginal(timemapOf(spans), newS);
        // The end of one span and the start of the next map to the same time.
        const isJoint = spans.some(([, endS]) => Math.abs(endS - timeS) < 1e-9);
        expect(Math.abs(back - timeS) < 1e-6 || isJoint).toBe(true);
      }),
    );
  });

  it('is the identity where nothing is cut', () => {
    expect(newToOriginal([], 5)).toBe(5);
    expect(originalToNew([[0, 100]], 5)).toBe(5);
  });
});

describe('what is known of a recording', () => {
  it('keeps the length of what is left of each span', () => {
    fc.assert(
      fc.property(spansWithin(durationS), spansWithin(durationS), (spans, pieces) => {
        const mapped = spansToNew(spans, pieces);
        expect(lengthOf(mapped)).toBeCloseTo(lengthOf(intersectSpans(spans, pieces)), 6);
        const edges = mapped.flat();
        expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        expect(edges.at(-1) ?? 0).toBeLessThanOrEqual(lengthOf(pieces) + 1e-6);
      }),
    );
  });

  it('joins speech across a cut', () => {
    expect(spansToNew([[15, 55]], kept)).toEqual([[5, 15]]);
  });

  it('loses reasons whose places are left out, and counts shares in the new length', () => {
    const verdict: Verdict = {
      grade: 'usable',
      loudness_lufs: -23,
      true_peak_dbtp: -1,
      snr_db: 20,
      speech_share: 0.2,
      reasons: [
        {
          code: 'quality.clipping',
          share: 0.04,
          at: [
            [12, 14],
            [90, 92],
          ],
        },
        { code: 'quality.dropouts', share: 0.01, at: [[70, 71]] },
        { code: 'quality.hum', share: 1, at: [] },
      ],
    };
    const speech: Span[] = [[10, 20]];
    const found = verdictToNew(verdict, speech, durationS, kept);
    expect(found.reasons.map(({ code }) => code)).toEqual(['quality.clipping', 'quality.hum']);
    expect(found.reasons[0]).toMatchObject({ at: [[2, 4]], share: 0.1 });
    expect(found).toMatchObject({ grade: 'usable', speech_share: 0.5 });
    const clean = { ...verdict, reasons: verdict.reasons.slice(1, 2) };
    expect(verdictToNew(clean, speech, durationS, kept)).toMatchObject({ grade: 'good', reasons: [] });
  });

  it('keeps every peak of what is left, at the rate of the server', () => {
    const pairs = new Int8Array(10_000 * 2);
    const spike = (timeS: number, level: number) => {
      pairs[timeS * 200] = -level;
      pairs[timeS * 200 + 1] = level;
    };
    spike(12, 50);
    spike(30, 127);
    spike(55, 100);
    const out = peaksToNew({ pairs, rate: 100 }, kept, 20);
    expect(out).toHaveLength(20 * 20 * 2);
    expect(Math.max(...out)).toBe(100);
    expect([out[2 * 20 * 2 + 1], out[15 * 20 * 2 + 1]]).toEqual([50, 100]);
    expect(out.filter((value) => value !== 0)).toHaveLength(4);
  });

  it('has as many peaks as the new length needs, wherever the cuts are', () => {
    const pairs = Int8Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? -7 : 7));
    fc.assert(
      fc.property(spansWithin(durationS), (spans) => {
        const out = peaksToNew({ pairs, rate: 100 }, spans, 20);
        expect(out).toHaveLength(Math.ceil(lengthOf(spans) * 20 - 1e-6) * 2);
        expect([...new Set(out)].every((value) => Math.abs(value) === 7 || value === 0)).toBe(true);
        expect(out.filter((value) => value === 0).length).toBeLessThanOrEqual(2 * spans.length);
      }),
    );
  });
});
