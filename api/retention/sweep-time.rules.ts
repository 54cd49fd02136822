/** What is known of the time, ms since the epoch. */
export type SweepClock = {
  /** The time as it was when somebody last looked. */
  believedMs: number;
  /** The clock says something else: what it said last, and for how long it has run on so. */
  doubt: { seenMs: number; ranMs: number } | null;
};

/** `clockMs`: what the clock says; `ranMs`: how long this process has run since the last look, by a clock that nobody sets. */
export type Look = { clockMs: number; ranMs: number };

/** No server of this kind ran before: a clock that says so has no date. */
export const earliestMs = Date.UTC(2026, 0, 1);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const leastDoubtMs = 6 * hourMs;
const longestDoubtMs = 30 * dayMs;

/** For how long a clock must run on before a difference is believed: a month's rest costs seven hours, 14 years a month. */
export const doubtedForMs = (differenceMs: number): number =>
  Math.min(longestDoubtMs, Math.max(leastDoubtMs, Math.abs(differenceMs) / 100));

/**
 * The next state, and the time by which things are deleted: never later than it is, so that nothing goes too early.
 *
 * A clock is believed while it is within a day of the time that was believed last plus the time that this process has run since. Where
 * it is not (the server rested, or the clock is wrong: a battery is empty, nobody has told it the time yet), things go on to be
 * deleted by the earlier of both, until the server has run for as long as `doubtedForMs` without the clock going back: in one run
 * or in many, since somebody may start it for an hour a day.
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
