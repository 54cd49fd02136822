import type { Log } from '#api/lib/log.ts';

/** Does work that no answer waits for. */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>();
  return {
    start(message: string, work: () => Promise<unknown>): void {
      const one = work()
        .then(
          () => {},
          (err: unknown) => log.warn({ err }, message),
        )
        .finally(() => running.delete(one));
      running.add(one);
    },
    /** Waits for the work under way. */
    close: async (): Promise<void> => void (await Promise.all(running)),
  };
}

export type Background = ReturnType<typeof createBackground>;
