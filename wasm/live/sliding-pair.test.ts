import { describe, expect, it } from 'vitest';
import { createSlidingPair } from './sliding-pair.ts';

describe('epochs', () => {
  it('know everything at first, later the newest of one to two lengths', () => {
    const epochs = createSlidingPair(() => [] as number[], 10);
    const known = Array.from({ length: 100 }, (_, frame) => {
      epochs.push(1, (heard) => heard.push(frame));
      // After the frame that starts a new measure, the previous one is current.
      return { newest: epochs.current.at(-1), count: epochs.current.length };
    });
    expect(known.map(({ newest }) => newest)).toEqual(known.map((_, frame) => frame));
    const counts = known.map(({ count }) => count);
    expect(counts.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Math.min(...counts.slice(10))).toBe(10);
    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
  });
});
