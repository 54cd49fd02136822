/**
 * Typed calls from a page to its workers: `serve` and `connect` check methods and inputs against a contract. A handler
 * receives its input and `{ signal, emit }`. `transfer` marks buffers that are moved instead of copied. A failure
 * arrives as an error code. A cancelled call rejects with an `AbortError`, which is never shown.
 */
import { isOutOfMemory } from './memory.ts';

type Contract = Record<string, { input: unknown; output: unknown; event?: unknown }>;

export type Handlers<C extends Contract> = {
  [M in keyof C]: (
    input: C[M]['input'],
    context: { signal: AbortSignal; emit: (event: C[M]['event']) => void },
  ) => Promise<C[M]['output']> | C[M]['output'];
};

type Request = { id: number; method: string; input: unknown } | { id: number; cancel: true };
type Reply =
  | { id: 0; isServing: true }
  | { id: number; output: unknown }
  | { id: number; event: unknown }
  | { id: number; code: string; detail: string };

/**
 * An error inside a worker. `code` is an error code of the contract, or one of `workerErrorCodes`.
 */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code: string;
  constructor(code: string, detail = code) {
    super(detail);
    this.code = code;
  }
}

const moves = new WeakMap<object, Transferable[]>();

/** Marks the parts of `value` to transfer instead of copy. */
export function transfer<T extends object>(value: T, list: Transferable[]): T {
  moves.set(value, list);
  return value;
}

const movesOf = (value: unknown) => (typeof value === 'object' && value ? (moves.get(value) ?? []) : []);

type Scope = {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

const codeOf = (error: unknown): string => {
  if (error instanceof WorkerError) return error.code;
  return isOutOfMemory(error) ? 'worker.memory_full' : 'worker.failed';
};

/** Returns what an error says and where it was thrown. The stack holds both in Chromium, but only the place elsewhere. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = '' } = error;
  return stack.includes(message) ? stack || String(error) : `${String(error)}\n${stack}`;
}

/**
 * Interval of a timer that runs in the worker while it answers a call, ms. WebKit may not notice that an asynchronous operation of
 * the browser has ended (`WebAssembly.compile`, `Atomics.waitAsync`) until a timer or a message wakes the worker. Without the
 * timer the page would never get an answer.
 */
const wakeMs = 100;

/** Answers the calls of the page. It is called in the worker, whose first message says that it serves (`id` 0). */
export function serve<C extends Contract>(handlers: Handlers<C>): void {
  const scope = globalThis as unknown as Scope;
  const running = new Map<number, AbortController>();
  const reply = (message: Reply, list: Transferable[] = []) => scope.postMessage(message, list);
  scope.addEventListener('message', async ({ data }: MessageEvent<Request>) => {
    if ('cancel' in data) return running.get(data.id)?.abort();
    const { id, method, input } = data;
    const controller = new AbortController();
    running.set(id, controller);
    const waking = setInterval(() => {}, wakeMs);
    try {
      const handler = handlers[method as keyof C];
      const emit = (event: unknown) => reply({ id, event }, movesOf(event));
      const output = await handler(input, { signal: controller.signal, emit });
      reply({ id, output }, movesOf(output));
    } catch (error) {
      reply({ id, code: codeOf(error), detail: detailOf(error) });
    } finally {
      clearInterval(waking);
      running.delete(id);
    }
  });
  reply({ id: 0, isServing: true });
}

export type Connection<C extends Contract> = Disposable & {
  call<M extends keyof C & string>(
    method: M,
    input: C[M]['input'],
    options?: { signal?: AbortSignal; onEvent?: (event: C[M]['event']) => void },
  ): Promise<C[M]['output']>;
};

/**
 * Connects the page to a worker. The connection owns the worker: disposing of it terminates the worker and rejects
 * pending calls.
 */
export function connect<C extends Contract>(worker: Worker): Connection<C> {
  type Pending = {
    resolve(v: unknown): void;
    reject(e: unknown): void;
    onEvent?: ((e: never) => void) | undefined;
  };
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let isServing = false;
  /** Why the worker answers no more calls. */
  let gone: Error | undefined;
  const failAll = (error: Error) => {
    for (const entry of pending.values()) entry.reject(error);
    pending.clear();
  };
  worker.addEventListener('error', (event: Event) => {
    event.preventDefault();
    const isScriptMissing = !(event instanceof ErrorEvent);
    const error = isScriptMissing
      ? new WorkerError('worker.part_missing', 'The script of the worker could not be loaded.')
      : new WorkerError('worker.crashed', event.message);
    // After an uncaught exception a worker that serves lives on.
    if (isScriptMissing || !isServing) gone = error;
    failAll(error);
  });
  worker.addEventListener('messageerror', () => failAll(new WorkerError('worker.crashed', 'messageerror')));
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    isServing = true;
    const entry = pending.get(data.id);
    if (!entry || 'isServing' in data) return;
    if ('event' in data) return entry.onEvent?.(data.event as never);
    pending.delete(data.id);
    if ('code' in data) entry.reject(new WorkerError(data.code, data.detail));
    else entry.resolve(data.output);
  });
  return {
    call(method, input, { signal, onEvent } = {}) {
      if (gone) return Promise.reject(gone);
      if (signal?.aborted) return Promise.reject(signal.reason);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          worker.postMessage({ id, cancel: true });
          pending.delete(id);
          reject(signal?.reason ?? new DOMException('cancelled', 'AbortError'));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const settle =
          <A>(act: (value: A) => void) =>
          (value: A) => {
            signal?.removeEventListener('abort', onAbort);
            act(value);
          };
        pending.set(id, {
          resolve: settle(resolve as (v: unknown) => void),
          reject: settle(reject),
          onEvent,
        });
        try {
          worker.postMessage({ id, method, input }, movesOf(input));
        } catch (error) {
          // An input that cannot be cloned.
          const entry = pending.get(id);
          pending.delete(id);
          entry?.reject(error);
        }
      });
    },
    [Symbol.dispose]() {
      gone = new DOMException('The worker was ended.', 'AbortError');
      worker.terminate();
      failAll(gone);
    },
  };
}
