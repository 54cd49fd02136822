/** Time as a dependency, so that tests can set it. */
export type Clock = {
  now(): number;
  /** Returns the uptime of the process by a monotonic clock, ms. Default `performance.now()`. */
  ranMs?(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
