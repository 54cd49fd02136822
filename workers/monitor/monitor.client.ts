import { connect, transfer } from '#workers/rpc.ts';
import type { MonitorContract, MonitorEvent, MonitorWindow, WindowOptions } from './monitor.contract.ts';

export type Monitor = Disposable & {
  /**
   * Analyses the recorder's `MonitorMessage`s until their end, and then resolves to true. Resolves to false if the
   * monitor fails or is disposed of. It never rejects, because recording continues without it.
   */
  listen(
    port: MessagePort,
    facts: { sampleRate: number; channels: number },
    onEvent: (event: MonitorEvent) => void,
  ): Promise<boolean>;
  /** See `MonitorContract.cutWindows`. */
  cutWindows(options: WindowOptions | null): void;
  /** See `MonitorContract.nextWindow`. Rejects if the monitor has failed, and with the signal's reason. */
  nextWindow(signal: AbortSignal): Promise<MonitorWindow | null>;
};

/** Starts a worker that analyses a recording live: levels, warnings, a growing waveform, and all measures at the end. */
export function openMonitor(): Monitor {
  const worker = new Worker(new URL('./monitor.worker.ts', import.meta.url), { type: 'module' });
  const connection = connect<MonitorContract>(worker);
  return {
    async listen(port, facts, onEvent) {
      try {
        await connection.call('listen', transfer({ port, ...facts }, [port]), { onEvent });
        return true;
      } catch {
        return false;
      }
    },
    cutWindows(options) {
      // A monitor that has failed says so in `nextWindow`.
      connection.call('cutWindows', options).catch(() => {});
    },
    nextWindow: (signal) => connection.call('nextWindow', undefined, { signal }),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}
