import { describe, expect, it } from 'vitest';
import { sweepable, type Leftover } from './keep.rules.ts';

const scope = { userId: 'ada', sessionId: 'now' };
const one = (sessionId: string, beganAtMs: number | null, bytes = 10, userId = 'ada'): Leftover => ({
  userId,
  sessionId,
  beganAtMs,
  bytes,
});
const swept = (leftovers: Leftover[]) =>
  sweepable(leftovers, scope, { nowMs: 100, expiryMs: 50, maxBytes: 25 }).map(({ sessionId }) => sessionId);

describe('what is put away', () => {
  it('has expired, cannot be read, or belongs to somebody else', () => {
    expect(
      swept([one('now', 40), one('old', 50), one('fresh', 51), one('broken', null), one('x', 99, 1, 'bob')]),
    ).toEqual(['now', 'old', 'broken', 'x']);
  });

  it('is the oldest where there is too much, but never what is being opened', () => {
    expect(swept([one('now', 60), one('b', 80), one('a', 70), one('c', 90)])).toEqual(['a', 'b']);
  });
});
