import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#api/contract/time.ts';
import { doubtedForMs, stepClock, type SweepClock } from './sweep-time.rules.ts';

const yearMs = 365 * dayMs;
const startMs = Date.UTC(2026, 10, 22, 9);

/** Simulates a server whose clock may be wrong. Its methods return the time that it would delete by minus the real time, ms. */
function server() {
  let known: SweepClock = { believedMs: startMs, doubt: null };
  let trueMs = startMs;
  let wrongByMs = 0;
  let hasLooked = true;
  const look = (ranMs: number): number => {
    const { clock, nowMs } = stepClock(known, { clockMs: trueMs + wrongByMs, ranMs: hasLooked ? ranMs : 0 });
    [known, hasLooked] = [clock, true];
    return nowMs - trueMs;
  };
  return {
    /** Runs for some hours with a look each hour; returns the difference at each look, ms. Below 0: things are deleted later. */
    run(hours: number): number[] {
      return Array.from({ length: hours }, () => {
        trueMs += hourMs;
        return look(hourMs);
      });
    },
    rest(ms: number): void {
      trueMs += ms;
      hasLooked = false;
    },
    setWrong: (ms: number) => void (wrongByMs = ms),
    start: () => look(0),
    isDoubted: () => known.doubt !== null,
  };
}
const untilSure = (one: ReturnType<typeof server>): number => {
  for (let hours = 0; hours < 2_000; hours++) {
    if (!one.isDoubted()) return hours;
    one.run(1);
  }
  throw new Error('never');
};

describe('the time by which things are deleted', () => {
  it('is that of the clock, also after a day without the server', () => {
    const one = server();
    expect(one.run(50)).toEqual(Array.from({ length: 50 }, () => 0));
    one.rest(dayMs - hourMs);
    expect(one.start()).toBe(0);
  });

  it.each([
    ['three days', 3 * dayMs, 6],
    ['a month', 30 * dayMs, 8],
    ['a year', yearMs, 88],
  ])(
    'is the clock’s again some hours after a rest of %s, and never in the future until then',
    (_, rest, most) => {
      const one = server();
      one.rest(rest);
      expect(one.start()).toBe(-rest);
      expect(untilSure(one)).toBeLessThanOrEqual(most);
      expect(one.run(1)).toEqual([0]);
    },
  );

  it('goes on as if nothing was while the clock says 2040, for a month', () => {
    const one = server();
    one.run(10);
    one.setWrong(14 * yearMs);
    expect(new Set(one.run(29 * 24))).toEqual(new Set([0]));
    one.setWrong(0);
    expect([one.run(1), one.isDoubted()]).toEqual([[0], false]);
  });

  it('is 1970 while the clock says so, and right with the first look after that', () => {
    const one = server();
    one.rest(2 * hourMs);
    one.setWrong(-startMs);
    expect(one.start()).toBeLessThan(-50 * yearMs);
    expect(Math.max(...one.run(20))).toBeLessThan(-50 * yearMs);
    one.setWrong(0);
    expect([one.run(1), one.isDoubted()]).toEqual([[0], false]);
  });

  it('is right at once if the clock was not set at the very first start', () => {
    const first = stepClock({ believedMs: 60_000, doubt: null }, { clockMs: 120_000, ranMs: 60_000 });
    expect(first.nowMs).toBe(120_000);
    expect(stepClock(first.clock, { clockMs: startMs, ranMs: hourMs })).toEqual({
      clock: { believedMs: startMs, doubt: null },
      nowMs: startMs,
    });
  });

  it('catches up in many short runs as in a long one', () => {
    const one = server();
    for (let week = 0; week < 4; week++) {
      one.rest(7 * dayMs);
      one.start();
      one.run(3);
    }
    expect([one.run(1), one.isDoubted()]).toEqual([[0], false]);
  });

  it('doubts the clock anew when it has gone back', () => {
    const one = server();
    one.setWrong(200 * dayMs);
    one.run(47);
    one.setWrong(100 * dayMs);
    one.run(23);
    expect(one.isDoubted()).toBe(true);
    expect(doubtedForMs(100 * dayMs)).toBe(dayMs);
  });

  it('is never later than the real time, however wrong the clock is, and right in the end', () => {
    const step = fc.record({
      restMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * yearMs })),
      isWrong: fc.boolean(),
      // Errors of the clock that look like a stopped server.
      wrongByMs: fc.oneof(
        fc.integer({ min: 30 * dayMs, max: 80 * yearMs }),
        fc.integer({ min: -56 * yearMs, max: -30 * dayMs }),
      ),
      hours: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const one = server();
        let doubtedHours = 0;
        for (const { restMs, isWrong, wrongByMs, hours } of steps) {
          one.rest(restMs);
          // No error once a doubt has lasted for six hours, because a wrong clock may be believed then.
          one.setWrong(isWrong && doubtedHours + hours < 6 ? wrongByMs : 0);
          expect(one.start()).toBeLessThanOrEqual(dayMs);
          for (const late of one.run(hours)) expect(late).toBeLessThanOrEqual(dayMs);
          doubtedHours = one.isDoubted() ? doubtedHours + hours : 0;
        }
        one.setWrong(0);
        untilSure(one);
        expect(one.run(1)).toEqual([0]);
      }),
      { numRuns: 500 },
    );
  });
});
