import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptRanges, untrimmed } from './gapless-trim.rules.ts';

describe('trimming', () => {
  it('keeps, packet by packet, what a list of all frames would keep', () => {
    const limit = fc.nat(60);
    fc.assert(
      fc.property(limit, limit, limit, fc.array(fc.nat(12)), (skip, dropFrom, dropLength, packets) => {
        const trim = { skip, dropFrom, dropTo: dropFrom + dropLength };
        const kept: number[] = [];
        let at = 0;
        for (const count of packets) {
          for (const range of keptRanges(trim, at, count))
            for (let i = 0; i < range.count; i++) kept.push(at + range.from + i);
          at += count;
        }
        const all = Array.from({ length: at }, (_, i) => i);
        expect(kept).toEqual(all.filter((i) => i >= skip && (i < dropFrom || i >= trim.dropTo)));
      }),
    );
  });

  it('leaves everything where nothing is stated', () => {
    expect(keptRanges(untrimmed, 1_000, 10)).toEqual([{ from: 0, count: 10 }]);
  });
});
