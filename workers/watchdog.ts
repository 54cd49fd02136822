export type Watchdog = Disposable & {
  /** Something happened: the time starts anew, with another limit from here on where one is given. */
  feed(limitMs?: number): void;
  /** Settles as `work` does, or rejects with what `bark` makes once nothing happened for the limit. */
  guard<T>(work: Promise<T>): Promise<T>;
};

/** Ends a wait that would never end: a synchronous loop in a worker answers nothing, not even a cancel. */
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
