/** One measurement: how far, when. */
type Mark = { done: number; atMs: number };

/**
 * Remaining time from the speed since a run began, s; null while there is nothing to estimate from. A run that goes on from
 * a checkpoint counts only what it did itself.
 */
export function remainingS(start: Mark, now: Mark, total: number): number | null {
  const done = now.done - start.done;
  const tookMs = now.atMs - start.atMs;
  if (done <= 0 || tookMs <= 0) return null;
  return Math.max(0, Math.ceil(((total - now.done) * tookMs) / done / 1000));
}

/** The wait before the next attempt; `attempt` is the one that failed, from 1. */
export const retryDelayMs = (delaysMs: readonly number[], attempt: number): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;
