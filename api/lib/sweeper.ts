import { hourMs } from '#api/contract/time.ts';
import type { Log } from './log.ts';

export type Sweeper = { close(): Promise<void> };

/**
 * Runs `sweep` at once and then every `everyMs` (default: 1 h). Runs never overlap. A failure is logged under `name`, and
 * the next run follows as planned. `close` aborts the signal of the running sweep and waits for its end.
 */
export function createSweeper(options: {
  name: string;
  sweep(signal: AbortSignal): Promise<void>;
  log: Log;
  everyMs?: number;
}): Sweeper {
  const { name, sweep, log, everyMs = hourMs } = options;
  const controller = new AbortController();
  let running: Promise<void> | null = null;
  const begin = () => {
    running ??= sweep(controller.signal)
      .catch((error: unknown) => log.error({ err: error }, `${name}: cannot sweep`))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(begin, everyMs);
  begin();
  return {
    async close() {
      clearInterval(timer);
      controller.abort();
      await running;
    },
  };
}
