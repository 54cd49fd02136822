import { describe, expect, it } from 'vitest';
import { lengthOf, pausesBetween } from './pauses.ts';

describe('pauses', () => {
  it('lie before, between and after speech', () => {
    const speech: [number, number][] = [
      [40, 50],
      [55, 60],
    ];
    expect(pausesBetween(speech, 100, 30)).toEqual([
      [0, 40],
      [60, 100],
    ]);
    expect(lengthOf(pausesBetween(speech, 100, 0))).toBe(85);
  });

  it('are the whole recording where nobody speaks', () => {
    expect(pausesBetween([], 12, 1)).toEqual([[0, 12]]);
  });
});
