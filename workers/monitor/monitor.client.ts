import { connect, transfer } from '#workers/rpc.ts';
import type { MonitorContract, MonitorEvent } from './monitor.contract.ts';

export type Monitor = Disposable & {
  /**
   * Listens to what a recorder passes on (`MonitorMessage`s) until its end, in a worker of its own. Resolves to true then, to
   * false when the monitor failed or was disposed of: recording goes on without it, so it never rejects.
   */
  listen(
    port: MessagePort,
    facts: { sampleRate: number; channels: number },
    onEvent: (event: MonitorEvent) => void,
  ): Promise<boolean>;
};

/** Looks at what is recorded while it is recorded: levels, warnings, a growing picture, and all measures at the end. */
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
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}
