import { describe, expect, it } from 'vitest';
import { createSpanList } from './time-span.ts';

describe('a span list', () => {
  it('joins what touches or lies near', () => {
    const list = createSpanList({ maxSpans: 10, gapS: 0.5 });
    list.add(0, 1);
    list.add(1.4, 2);
    list.add(3, 4);
    expect(list.spans()).toEqual([
      [0, 2],
      [3, 4],
    ]);
  });

  it('never grows beyond its limit and never loses a place', () => {
    const list = createSpanList({ maxSpans: 5, gapS: 0.1 });
    for (let i = 0; i < 1_000; i++) list.add(i * 3, i * 3 + 1);
    const spans = list.spans();
    expect(spans.length).toBeLessThanOrEqual(5);
    const isCovered = (at: number) => spans.some(([start, end]) => start <= at && at <= end);
    expect(Array.from({ length: 1_000 }, (_, i) => i * 3 + 0.5).every(isCovered)).toBe(true);
  });
});
