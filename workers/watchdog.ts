export type Watchdog = Disposable & {
  /** Restarts the timer. If `limitMs` is given, it is the time limit from now on, ms. */
  feed(limitMs?: number): void;
  /** Settles as `work` does, or rejects with the error of `bark` when the limit passes without `feed`. */
  guard<T>(work: Promise<T>): Promise<T>;
};

/** Creates a timer that ends a wait for a worker in a synchronous loop, which answers nothing, not even a cancel. */
export function createWatchdog(limitMs: number, bark: () => Error): Watchdog {
  let limit = limitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { promise: stuck, reject } = Promise.withResolvers<never>();
  stuck.catch(() => {});
  const feed = (nextMs = limit) => {
    limit = nextMs;
    clearTimeout(timer);
    timer = setTimeout(() => reject(bark()), limit);
  };
  feed();
  return {
    feed,
    guard: (work) => Promise.race([work, stuck]),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
