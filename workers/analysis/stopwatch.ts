export type Stopwatch = {
  readonly totalsMs: Readonly<Record<string, number>>;
  sync<T>(name: string, act: () => T): T;
  /** Counts the time until the promise settles. The time is exact only if the thread does nothing else meanwhile. */
  async<T>(name: string, act: () => Promise<T>): Promise<T>;
};

export function createStopwatch(nowMs: () => number = () => performance.now()): Stopwatch {
  const totalsMs: Record<string, number> = {};
  const add = (name: string, startedAt: number) => {
    totalsMs[name] = (totalsMs[name] ?? 0) + nowMs() - startedAt;
  };
  return {
    totalsMs,
    sync(name, act) {
      const startedAt = nowMs();
      try {
        return act();
      } finally {
        add(name, startedAt);
      }
    },
    async async(name, act) {
      const startedAt = nowMs();
      try {
        return await act();
      } finally {
        add(name, startedAt);
      }
    },
  };
}
