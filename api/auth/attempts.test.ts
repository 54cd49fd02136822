import { describe, expect, it } from 'vitest';
import { testClock } from '#api/testing/test-clock.ts';
import { createAttempts, takeAttempt, type AttemptRule } from './attempts.ts';

const rule: AttemptRule = { free: 3, firstWaitMs: 1_000, longestWaitMs: 4_000, forgetMs: 60_000 };

function waits(more: Partial<AttemptRule> = {}) {
  const clock = testClock();
  const attempts = createAttempts(clock, { ...rule, ...more });
  /** Returns the wait in seconds, 0 if the attempt was allowed. */
  const take = (key = 'petra'): number => {
    try {
      takeAttempt([[attempts, key]]);
      return 0;
    } catch (error) {
      return (error as { extra: { retry_after_s: number } }).extra.retry_after_s;
    }
  };
  return { clock, attempts, take };
}

describe('attempts', () => {
  it('are free at first, then the wait doubles up to the longest', () => {
    const { clock, take } = waits();
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
    for (const expected of [2, 4, 4]) {
      clock.advance(4_000);
      expect([take(), take()]).toEqual([0, expected]);
    }
  });

  it('count by key', () => {
    const { take } = waits();
    for (let n = 0; n < 4; n++) take();
    expect([take(), take('hans')]).toEqual([1, 0]);
  });

  it('are forgotten after success, and after an hour without any', () => {
    const { clock, attempts, take } = waits();
    for (let n = 0; n < 3; n++) take();
    attempts.succeed('petra');
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
    clock.advance(rule.forgetMs);
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  });

  it('that were good do not count, those before them do', () => {
    const { attempts, take } = waits();
    take();
    for (let n = 0; n < 10; n++) {
      expect(take()).toBe(0);
      attempts.forgive('petra');
    }
    expect([take(), take(), take()]).toEqual([0, 0, 1]);
  });

  it('that are refused do not lengthen the wait', () => {
    const { clock, take } = waits();
    for (let n = 0; n < 10; n++) take();
    clock.advance(1_000);
    expect(take()).toBe(0);
  });

  it('are forgiven one by one where the rule says so', () => {
    const { clock, take } = waits({ forgiveMs: 10_000 });
    expect([take(), take(), take()]).toEqual([0, 0, 0]);
    clock.advance(10_000);
    expect([take(), take()]).toEqual([0, 1]);
    clock.advance(30_000);
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  });

  it('by several keys count by none while one of them must wait', () => {
    const clock = testClock();
    const [places, accounts] = [createAttempts(clock, { ...rule, free: 1 }), createAttempts(clock, rule)];
    const take = (place: string) =>
      takeAttempt([
        [places, place],
        [accounts, 'petra'],
      ]);
    take('one');
    for (let n = 0; n < 9; n++) expect(() => take('one')).toThrow('Too many');
    take('two');
    expect(accounts.waitMs('petra')).toBe(0);
    take('three');
    expect(accounts.waitMs('petra')).toBe(1_000);
  });
});
