import { dayMs, hourMs } from '#api/contract/time.ts';

/** State of the retention clock, ms since the epoch. */
export type SweepClock = {
  /** Believed time at the last reading. */
  believedMs: number;
  /**
   * Null if the clock is believed. `seenMs` is the last reading of the doubted clock. `ranMs` is how long the server
   * has run since the doubt began.
   */
  doubt: { seenMs: number; ranMs: number } | null;
};

/**
 * `clockMs` is the time that the clock shows. `ranMs` is the run time of this process since the last reading, by a
 * monotonic clock.
 */
type Reading = { clockMs: number; ranMs: number };

/** No version of this server existed earlier, so a clock that shows an earlier time was not set. */
export const earliestMs = Date.UTC(2026, 0, 1);

const leastDoubtMs = 6 * hourMs;
const longestDoubtMs = 30 * dayMs;

/**
 * Returns how long the server must run before it believes a clock that differs by `differenceMs`: 7 hours if the
 * difference is a month, 30 days if it is 8 years or more.
 */
export const doubtedForMs = (differenceMs: number): number =>
  Math.min(longestDoubtMs, Math.max(leastDoubtMs, Math.abs(differenceMs) / 100));

/**
 * Returns the next state, and the time that deletions are based on (`nowMs`). That time is never later than the real
 * one, so that nothing is deleted too early.
 *
 * A clock is believed if it differs by a day at most from the last believed time plus the run time of the process since
 * then. Otherwise either the server was off, or the clock is wrong, for example because its battery is empty. Deletions
 * are then based on the earlier of both times, until the server has run for `doubtedForMs` without the clock going
 * back. The run times of several starts are added, because somebody may start the server for an hour a day.
 */
export function stepClock(
  { believedMs, doubt }: SweepClock,
  { clockMs, ranMs }: Reading,
): { clock: SweepClock; nowMs: number } {
  if (believedMs < earliestMs) return believed(clockMs);
  const expectedMs = believedMs + ranMs;
  const differenceMs = clockMs - expectedMs;
  if (Math.abs(differenceMs) <= dayMs) return believed(clockMs);
  const isSteady = doubt !== null && clockMs >= doubt.seenMs + ranMs - dayMs;
  const doubtedMs = isSteady ? doubt.ranMs + ranMs : 0;
  if (isSteady && doubtedMs >= doubtedForMs(differenceMs)) return believed(clockMs);
  const clock = { believedMs: expectedMs, doubt: { seenMs: clockMs, ranMs: doubtedMs } };
  return { clock, nowMs: Math.min(clockMs, expectedMs) };
}

const believed = (clockMs: number) => ({ clock: { believedMs: clockMs, doubt: null }, nowMs: clockMs });
