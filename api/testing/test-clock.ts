import type { Clock } from '#api/lib/clock.ts';

export type TestClock = Clock & { advance(ms: number): void; set(ms: number): void };

/**
 * A clock that only the test changes: `advance` lets time pass; `set` changes the reading, without time passing. Starts on
 * 20 November 2026, 09:00 UTC.
 */
export function testClock(startMs = Date.UTC(2026, 10, 20, 9)): TestClock {
  let nowMs = startMs;
  let passedMs = 0;
  return {
    now: () => nowMs,
    ranMs: () => passedMs,
    advance(ms) {
      nowMs += ms;
      passedMs += ms;
    },
    set: (ms) => void (nowMs = ms),
  };
}
