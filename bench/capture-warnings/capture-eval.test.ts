import { describe, expect, it } from 'vitest';
import { changesPerMinute, falseWarnings, rowsOf, warningDelayS, type Outcome } from './capture-eval.ts';

const outcome = (
  must: Outcome['must'],
  spans: Outcome['heard']['spans'],
  may: Outcome['may'] = [],
): Outcome => ({
  name: 'a.wav',
  must,
  may,
  isTuned: true,
  heard: { spans, verdictS: 2, verdicts: [], durationS: 30 },
});
const clipping = { warning: 'clipping', fromS: 10, withinS: 3 } as const;

describe('judging warnings', () => {
  it('counts the time from the cause to the warning', () => {
    expect(warningDelayS(outcome(clipping, [{ warning: 'clipping', fromS: 12, toS: null }]))).toBe(2);
    expect(warningDelayS(outcome(clipping, [{ warning: 'noisy', fromS: 12, toS: null }]))).toBeNull();
  });

  it('takes a warning that ended before its cause for a false one', () => {
    const early = outcome(clipping, [{ warning: 'clipping', fromS: 2, toS: 5 }]);
    expect(warningDelayS(early)).toBeNull();
    expect(falseWarnings(early)).toEqual(['clipping']);
  });

  it('does not count what is truly there too', () => {
    const both = [
      { warning: 'clipping', fromS: 11, toS: null },
      { warning: 'noisy', fromS: 12, toS: null },
    ] as const;
    expect(falseWarnings(outcome(clipping, [...both]))).toEqual(['noisy']);
    expect(falseWarnings(outcome(clipping, [...both], ['noisy']))).toEqual([]);
  });

  it('counts begins and ends beyond the one that has to be', () => {
    expect(changesPerMinute(outcome(clipping, [{ warning: 'clipping', fromS: 11, toS: null }]))).toBe(0);
    const flapping = [11, 14, 17].map((fromS) => ({ warning: 'clipping' as const, fromS, toS: fromS + 1 }));
    expect(changesPerMinute(outcome(clipping, flapping))).toBe(5);
    expect(changesPerMinute(outcome(null, flapping))).toBe(6);
  });

  it('sets missed and false ones side by side for each warning', () => {
    const rows = rowsOf([
      outcome(clipping, [{ warning: 'clipping', fromS: 12, toS: null }]),
      outcome(clipping, [{ warning: 'clipping', fromS: 14, toS: null }]),
      outcome(null, [{ warning: 'hum', fromS: 4, toS: null }]),
    ]);
    const counts = (warning: string) => {
      const row = rows.find((one) => one.warning === warning)!;
      return [row.positive, row.missed, row.negative, row.falseIn].map(({ length }) => length);
    };
    expect(counts('clipping')).toEqual([2, 1, 1, 0]);
    expect(counts('hum')).toEqual([0, 0, 3, 1]);
  });
});
