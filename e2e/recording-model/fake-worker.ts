import type { RecorderHost } from '#workers/recorder/recorder-host.ts';
import { WorkerError } from '#workers/rpc.ts';
import { within, type Visit } from './visit.ts';

type Request = { id: number; method: string; input: unknown } | { id: number; cancel: true };
type Handler = (input: unknown, context: { signal: AbortSignal; emit(event: unknown): void }) => unknown;

/** Runs the recorder's worker on this thread. Messages are copied and asynchronous, and none come from a killed tab. */
export function createFakeWorker(host: RecorderHost, visit: Visit): Worker {
  const target = new EventTarget();
  const running = new Map<number, AbortController>();
  const reply = (message: unknown) => {
    const data = structuredClone(message);
    setImmediate(() => visit.isAlive && target.dispatchEvent(new MessageEvent('message', { data })));
  };
  async function answer({ id, method, input }: Extract<Request, { method: string }>): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = (host as unknown as Record<string, Handler>)[method]!;
      const emit = (event: unknown) => reply({ id, event });
      reply({ id, output: await handler(input, { signal: controller.signal, emit }) });
    } catch (error) {
      const code = error instanceof WorkerError ? error.code : 'worker.failed';
      reply({ id, code, detail: String((error as Error).stack ?? error) });
    }
  }
  return Object.assign(target, {
    postMessage(message: Request, transfer: Transferable[] = []) {
      const data = structuredClone(message, { transfer });
      setImmediate(() => {
        if (!visit.isAlive) return;
        if ('cancel' in data) running.get(data.id)?.abort();
        else void within(visit, () => answer(data));
      });
    },
    terminate: () => visit.kill(),
  }) as unknown as Worker;
}
