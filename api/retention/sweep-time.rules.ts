/** State of the retention clock, ms since the epoch. */
export type SweepClock = {
  /** Believed time at the last look. */
  believedMs: number;
  /** Null: the clock is believed. `seenMs`: last reading of the doubted clock; `ranMs`: how long it has run on since. */
  doubt: { seenMs: number; ranMs: number } | null;
};

/** `clockMs`: reading of the clock; `ranMs`: run time of this process since the last look, by a monotonic clock. */
export type Look = { clockMs: number; ranMs: number };

/** No version of this server existed earlier, so a clock that shows an earlier time was not set. */
export const earliestMs = Date.UTC(2026, 0, 1);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const leastDoubtMs = 6 * hourMs;
const longestDoubtMs = 30 * dayMs;

/** How long a clock must run on before a difference is believed: 7 hours for one of a month, 30 days for one of 8 years or more. */
export const doubtedForMs = (differenceMs: number): number =>
  Math.min(longestDoubtMs, Math.max(leastDoubtMs, Math.abs(differenceMs) / 100));

/**
 * Returns the next state, and the time by which things are deleted. It is never later than the real time, so that nothing is
 * deleted too early.
 *
 * A clock is believed while it is within a day of the last believed time plus the time that the process has run since. Otherwise
 * either the server was off, or the clock is wrong, for example because its battery is empty. Then things are deleted by the
 * earlier of both times, until the server has run for `doubtedForMs` without the clock going back. Several runs add up, because
 * somebody may start the server for an hour a day.
 */
export function stepClock(
  { believedMs, doubt }: SweepClock,
  { clockMs, ranMs }: Look,
): { clock: SweepClock; nowMs: number } {
  if (believedMs < earliestMs) return believed(clockMs);
  const expectedMs = believedMs + ranMs;
  const differenceMs = clockMs - expectedMs;
  if (Math.abs(differenceMs) <= dayMs) return believed(clockMs);
  const goesOn = doubt !== null && clockMs >= doubt.seenMs + ranMs - dayMs;
  const doubtedMs = goesOn ? doubt.ranMs + ranMs : 0;
  if (goesOn && doubtedMs >= doubtedForMs(differenceMs)) return believed(clockMs);
  const clock = { believedMs: expectedMs, doubt: { seenMs: clockMs, ranMs: doubtedMs } };
  return { clock, nowMs: Math.min(clockMs, expectedMs) };
}

const believed = (clockMs: number) => ({ clock: { believedMs: clockMs, doubt: null }, nowMs: clockMs });
