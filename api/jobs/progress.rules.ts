/** `done` is a position in the media, s. `atMs` is the time at which it was reached, ms since the epoch. */
export type Mark = { done: number; atMs: number };

export type RunFacts = {
  start: Mark;
  /** Length of the media, s; 0 if unknown. */
  total: number;
  /** Processing time / media time, known before the run begins; null if unknown. */
  realTimeFactor: number | null;
  /** First and last checkpoint of this run; null before the first one. */
  first: Mark | null;
  last: Mark | null;
};

/**
 * Returns the remaining time of a run, s. Returns null if there is nothing to estimate from, or if the estimated end has
 * passed without a new checkpoint. The time counts down between checkpoints. The real-time factor of this run is weighted by
 * the share that is done, the one known before by the rest. This run is measured from its first checkpoint, which leaves out
 * decoding and the loading of the model.
 */
export function remainingS(run: RunFacts, nowMs: number): number | null {
  const { start, total, first, last } = run;
  const at = last ?? start;
  const whole = total - start.done;
  if (whole <= 0) return null;
  const rate = mixedRate(run, (at.done - start.done) / whole);
  if (rate === null) return null;
  const left = (total - at.done) * rate - (nowMs - at.atMs) / 1000;
  if (left > 0) return left;
  return first && isNearEnd(at.done, total) ? shortestLeftS : null;
}

function mixedRate({ start, realTimeFactor: known, first, last }: RunFacts, share: number): number | null {
  if (!first || !last) return known;
  const own = last.done > first.done ? rateOf(first, last) : known === null ? rateOf(start, last) : null;
  if (own === null) return known;
  return known === null ? own : share * own + (1 - share) * known;
}

const rateOf = (from: Mark, to: Mark): number | null =>
  to.done > from.done && to.atMs > from.atMs ? (to.atMs - from.atMs) / 1000 / (to.done - from.done) : null;

const shortestLeftS = 1;
/** Steps of rounding: a remaining time up to the first number, s, is rounded up to a multiple of the second, s. */
const stepsS = [
  [60, 10],
  [600, 30],
  [3_600, 60],
  [Infinity, 300],
] as const;

/**
 * Rounds a remaining time up to a step that grows with it. Nobody needs single seconds, and a poll sees a change only after
 * a whole step (§10.3).
 */
export function roundUpEtaS(remaining: number | null): number | null {
  if (remaining === null) return null;
  const [, step] = stepsS.find(([upTo]) => remaining <= upTo) ?? stepsS[3];
  return Math.max(1, Math.ceil(remaining / step)) * step;
}

/** Share of the media that must be done before a late run is shown as "almost finished". */
const nearEndShare = 0.75;
const isNearEnd = (done: number, total: number): boolean => total > 0 && done >= nearEndShare * total;

/** A run is late after a tenth of its estimated duration beyond the expected end. */
const marginShare = 0.1;
/** A run is not late before this time beyond the expected end. */
const shortestMarginMs = 30_000;

/**
 * True if a run is late (§10.3): the end that was estimated at its start has passed by the margin, and at least three
 * quarters are done. With less done, the estimate was wrong, and the new remaining time says more than "almost
 * finished". A late run stays late, because time and progress only grow.
 */
export function isOverdue(
  run: { startedAtMs: number; expectedAtMs: number; done: number; total: number },
  nowMs: number,
): boolean {
  const marginMs = Math.max(shortestMarginMs, marginShare * (run.expectedAtMs - run.startedAtMs));
  return nowMs > run.expectedAtMs + marginMs && isNearEnd(run.done, run.total);
}

/** Returns the wait before the next attempt, ms. `attempt` is the number of the failed attempt, from 1. */
export const retryDelayMs = (delaysMs: readonly number[], attempt: number): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;

/**
 * Returns the wait before the next check of a waiting job, ms. `checks` is how often it was checked, from 1. The wait
 * doubles with each check, because a check may cost as much as a start.
 */
export const recheckDelayMs = (recheckMs: number, maxRecheckMs: number, checks: number): number =>
  Math.min(maxRecheckMs, recheckMs * 2 ** Math.min(checks - 1, 30));
