import { describe, expect, it } from 'vitest';
import { sweepable, type Leftover } from './keep.rules.ts';

const scope = { userId: 'ada', sessionId: 'now' };
const one = (sessionId: string, beganAtMs: number | null, more: Partial<Leftover> = {}): Leftover => ({
  userId: 'ada',
  sessionId,
  beganAtMs,
  isHeld: false,
  ...more,
});
const swept = (leftovers: Leftover[]) =>
  sweepable(leftovers, scope, { nowMs: 100, expiryMs: 50 }).map(({ sessionId }) => sessionId);

describe('what is put away', () => {
  it('has expired, cannot be read, or belongs to somebody else', () => {
    expect(
      swept([
        one('now', 40),
        one('old', 50),
        one('fresh', 51),
        one('broken', null),
        one('x', 99, { userId: 'bob' }),
      ]),
    ).toEqual(['now', 'old', 'broken', 'x']);
  });

  it('is not what the person stored under a former id, as long as it has not expired', () => {
    const before = { userId: 'sub of ada' };
    const leftovers = [
      one('now', 60, before),
      one('old', 50, before),
      one('x', 99, { userId: 'sub of bob' }),
    ];
    const rules = { nowMs: 100, expiryMs: 50 };
    const left = sweepable(leftovers, { ...scope, formerId: 'sub of ada' }, rules);
    expect(left.map(({ sessionId }) => sessionId)).toEqual(['old', 'x']);
  });

  it('is never what another tab uses', () => {
    const isHeld = true;
    expect(
      swept([
        one('old', 10, { isHeld }),
        one('x', 99, { userId: 'bob', isHeld }),
        one('y', null, { isHeld }),
      ]),
    ).toEqual([]);
    // It is this tab that has the lock of the folder which is being opened.
    expect(swept([one('now', 10, { isHeld })])).toEqual(['now']);
  });
});
