/** Source of the time, passed as a dependency so that tests can set it. `now` returns ms since 1970. */
export type Clock = {
  now(): number;
  /** Returns the uptime of the process by a monotonic clock, ms. Default `performance.now()`. */
  ranMs?(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** Returns a time in ISO 8601, UTC with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
