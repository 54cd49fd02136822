/** Source of the time, passed as a dependency so that tests can set it. `now` returns ms since 1970. */
export type Clock = {
  now(): number;
  /** Returns the uptime of the process by a monotonic clock, ms. Default `performance.now()`. */
  ranMs?(): number;
};

/** Returns a function that returns the uptime of the process by a clock that only runs forward, ms. */
export const ranMsOf =
  (clock: Clock): (() => number) =>
  () =>
    clock.ranMs?.() ?? performance.now();

export const systemClock: Clock = { now: () => Date.now() };

/** Returns a time in ISO 8601, UTC with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
