import { describe, expect, it } from 'vitest';
import { longMeeting } from '#api/testing/engine/test-conversation.ts';
import { findBorders } from './borders.ts';

const { signal } = new AbortController();

describe('where topics begin in a long conversation', () => {
  it('is looked for in pieces, nothing left out, and others are served in between', async () => {
    const segments = longMeeting('de', 12_000);
    const pieces: number[] = [];
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const borders = await findBorders(segments, 'de', signal, (piece) => {
      pieces.push(piece.reduce((sum, { text }) => sum + text.length, 0));
      return piece.map((_, index) => index);
    });
    isOver = true;
    expect([...borders]).toEqual(segments.map(({ id }) => id));
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces)).toBeLessThan(13_000);
    expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
  });

  it('ends with the work that it is for', async () => {
    const ending = new AbortController();
    const looking = findBorders(longMeeting('de', 12_000), 'de', ending.signal, () => {
      ending.abort(new Error('cancelled'));
      return [];
    });
    await expect(looking).rejects.toThrow('cancelled');
  });
});
