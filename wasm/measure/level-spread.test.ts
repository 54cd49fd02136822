import { describe, expect, it } from 'vitest';
import { createLevelSpread } from './level-spread.ts';

function spread(...turns: [dbfs: number, seconds: number][]) {
  const level = createLevelSpread();
  for (const [dbfs, seconds] of turns)
    for (let frame = 0; frame < seconds / 0.032; frame++)
      // Syllables: loud and soft frames, 12 dB apart.
      level.push(10 ** (dbfs / 10) * (frame % 4 < 2 ? 1.9 : 0.1));
  return level.spreadDb();
}

describe('the spread of levels', () => {
  it('is small where one person speaks', () => {
    expect(spread([-25, 60])).toBeLessThan(1);
  });

  it('is the difference between two who take turns', () => {
    const turns = Array.from({ length: 6 }, (): [number, number][] => [
      [-20, 8],
      [-38, 6],
    ]).flat();
    expect(Math.abs(spread(...turns)! - 18)).toBeLessThan(1);
  });

  it('does not count a single shout', () => {
    expect(spread([-30, 100], [-10, 0.5], [-30, 100])).toBeLessThan(2);
  });

  it('is not guessed from little speech', () => {
    expect(spread([-20, 9], [-40, 9])).toBeNull();
  });
});
