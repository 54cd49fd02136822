import type { Log } from '#api/lib/log.ts';

/** Does work that no answer waits for. */
export function createBackground(log: Log) {
  const running = new Set<Promise<void>>();
  return {
    start(message: string, work: () => Promise<unknown>): void {
      const one = (async () => {
        try {
          await work();
        } catch (err) {
          log.warn({ err }, message);
        }
      })();
      running.add(one);
      void one.finally(() => running.delete(one));
    },
    /** Waits for the work under way. */
    close: async (): Promise<void> => void (await Promise.all(running)),
  };
}

export type Background = ReturnType<typeof createBackground>;
