/** Time as a dependency, so that tests can move it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** How long the process has run, ms, by a monotonic clock; absent: `performance.now()` counts. */
  ranMs?(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
