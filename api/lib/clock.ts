/** Time as a dependency, so that tests can set it. */
export type Clock = {
  now(): number;
  /** Uptime of the process by a monotonic clock, ms; default `performance.now()`. */
  ranMs?(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
