import { assert, double, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapSpans } from './snap.ts';

const frameS = 0.024;

describe('snapping to frames', () => {
  it('moves ends to the nearest frame and leaves the end of the recording alone', () => {
    expect(snapSpans([[0.013, 1]], 9.99, frameS)).toEqual([[frameS, 42 * frameS]]);
    expect(snapSpans([[0.01, 9.985]], 9.99, frameS)).toEqual([[0, 9.99]]);
  });

  it('drops what vanishes and joins what touches', () => {
    expect(snapSpans([[1, 1.01]], 10, frameS)).toEqual([]);
    expect(
      snapSpans(
        [
          [1.2, 2.4],
          [2.405, 3.6],
        ],
        10,
        frameS,
      ),
    ).toEqual([[50 * frameS, 150 * frameS]]);
  });

  it('gives ascending spans on frames, and the same again when they are snapped again', () => {
    const spans = uniqueArray(double({ min: 0, max: 60, noNaN: true }), { minLength: 2, maxLength: 12 })
      .map((ends) => ends.toSorted((a, b) => a - b))
      .map((ends) => ends.flatMap((end, i): [number, number][] => (i % 2 ? [[ends[i - 1]!, end]] : [])));
    assert(
      property(spans, double({ min: 60, max: 61, noNaN: true }), (kept, durationS) => {
        const snapped = snapSpans(kept, durationS, frameS);
        let before = -1;
        for (const [from, to] of snapped) {
          expect(from).toBeGreaterThan(before);
          expect(to).toBeGreaterThan(from);
          expect(Math.abs(from / frameS - Math.round(from / frameS))).toBeLessThan(1e-6);
          before = to;
        }
        expect(snapSpans(snapped, durationS, frameS)).toEqual(snapped);
      }),
    );
  });
});
