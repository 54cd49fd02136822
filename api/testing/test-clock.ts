import type { Clock } from '#api/lib/clock.ts';

export type TestClock = Clock & { advance(ms: number): void; set(ms: number): void };

/** A clock that stands until a test moves it: time passes (`advance`), or somebody sets it (`set`). Starts on 20 November 2026, 09:00 UTC. */
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
