/** One measurement: how far, s of the media, and when, ms since the epoch. */
export type Mark = { done: number; atMs: number };

/** One run of a job, from its start or its checkpoint. */
export type RunFacts = {
  start: Mark;
  /** s of the media; 0: not known yet. */
  total: number;
  /** Time of work for a second of media, as known when the run began. */
  rtf: number | null;
  /** The first and the last part that this run has kept. */
  first: Mark | null;
  last: Mark | null;
};

/**
 * Remaining time of a run, s; null while there is nothing to estimate from, or when the estimate has proved wrong and
 * nothing new is known. Between two parts it counts down. What the run itself has shown weighs as much as the share of its
 * work that is done: at first the server's own experience counts, at the end what this recording is like. Its own speed is
 * taken from its first part on, so that decoding and loading, which happen once, are not taken for the speed of the text.
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

function mixedRate({ start, rtf, first, last }: RunFacts, share: number): number | null {
  if (!first || !last) return rtf;
  const own = last.done > first.done ? rateOf(first, last) : rtf === null ? rateOf(start, last) : null;
  if (own === null) return rtf;
  return rtf === null ? own : share * own + (1 - share) * rtf;
}

const rateOf = (from: Mark, to: Mark): number | null =>
  to.done > from.done && to.atMs > from.atMs ? (to.atMs - from.atMs) / 1000 / (to.done - from.done) : null;

const shortestLeftS = 1;
const stepsS = [
  [60, 10],
  [600, 30],
  [3_600, 60],
  [Infinity, 300],
] as const;

/**
 * A remaining time as it is told: rounded up to a step that grows with it. Nobody needs the second, and a poll finds news
 * only when a step is over (§10.3).
 */
export function roundUpEtaS(remaining: number | null): number | null {
  if (remaining === null) return null;
  const [, step] = stepsS.find(([upTo]) => remaining <= upTo) ?? stepsS[3];
  return Math.max(1, Math.ceil(remaining / step)) * step;
}

/** From this share on "almost finished", which `overdue` is shown as, is true. */
const nearEndShare = 0.75;
const isNearEnd = (done: number, total: number): boolean => total > 0 && done >= nearEndShare * total;

/** How much later than estimated is still on time: a tenth of the estimate, at least 30 s. */
const marginShare = 0.1;
const shortestMarginMs = 30_000;

/**
 * Whether a run is late (§10.3): the end that was estimated at its start has passed by a margin,
 * and at least three quarters are done. With less done the estimate was not late but wrong, and the new remaining time says
 * more than "almost finished". All three only grow while a run lasts, so it becomes late once and stays so.
 */
export function isOverdue(
  run: { startedAtMs: number; expectedAtMs: number; done: number; total: number },
  nowMs: number,
): boolean {
  const marginMs = Math.max(shortestMarginMs, marginShare * (run.expectedAtMs - run.startedAtMs));
  return nowMs > run.expectedAtMs + marginMs && isNearEnd(run.done, run.total);
}

/** The wait before the next attempt; `attempt` is the one that failed, from 1. */
export const retryDelayMs = (delaysMs: readonly number[], attempt: number): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;

/** The wait before the next look of a job that waits; `look` counts from 1. Each look may cost as much as a start. */
export const recheckDelayMs = (recheckMs: number, maxRecheckMs: number, look: number): number =>
  Math.min(maxRecheckMs, recheckMs * 2 ** Math.min(look - 1, 30));
