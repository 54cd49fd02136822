import type { Clock } from '#api/lib/clock.ts';

export type TestClock = Clock & { advance(ms: number): void; set(ms: number): void };

/**
 * Creates a clock that only the test changes. `advance` lets time pass. `set` changes the time that the clock shows,
 * but no time passes. It starts on 20 November 2026 at 09:00 UTC.
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
