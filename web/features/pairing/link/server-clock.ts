/** Number of samples that are kept, those of about two minutes. Older ones are dropped, because the two clocks drift apart. */
const mostSamples = 12;

/**
 * Estimates the time of the server from the times that its events tell. The way of an event takes time, so each one tells a time that has
 * passed; the best estimate is that of the event that was on its way for the shortest time.
 */
export function createServerClock() {
  let offsets: number[] = [];
  return {
    /**
     * Adds a sample. `serverMs`: time that an event of the server tells, ms; undefined from an older server. `nowMs`: monotonic time of
     * this page at which the event arrived.
     */
    take(serverMs: number | undefined, nowMs: number): void {
      if (serverMs !== undefined) offsets = [...offsets, serverMs - nowMs].slice(-mostSamples);
    },
    /** Returns the time of the server at a monotonic time of this page, ms; undefined if the server has told none. */
    at: (nowMs: number): number | undefined =>
      offsets.length === 0 ? undefined : Math.round(nowMs + Math.max(...offsets)),
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
