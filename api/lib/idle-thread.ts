import { Worker, type ResourceLimits } from 'node:worker_threads';
import { minuteMs } from '#api/contract/time.ts';
import { createMutex } from '#api/shared/mutex.ts';

type Options = {
  script: URL;
  /** What messages of errors call it. */
  name: string;
  /** Time after which an idle thread ends and frees its memory, ms. */
  idleMs?: number;
  resourceLimits?: ResourceLimits;
};

/** The thread has thrown or ended while it worked. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/**
 * Creates a thread that answers each message with one message. It is started on demand, kept for the next task, and
 * works on one task at a time. A failure or an abort ends it, and the next task starts a new one.
 */
export function createIdleThread<Task, Answer>({ script, name, idleMs = minuteMs, ...options }: Options) {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const inTurn = createMutex();
  const closed = new AbortController();

  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    clearTimeout(idle);
    await ending?.terminate();
  };

  const start = (): Worker => {
    const thread = new Worker(script, options);
    // An idle thread may end too. The task that runs meanwhile has listeners of its own.
    const forget = () => {
      if (worker === thread) worker = null;
    };
    return thread.on('error', forget).on('exit', forget);
  };

  const run = async (task: Task, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    clearTimeout(idle);
    const thread = (worker ??= start());
    thread.ref();
    const answer = Promise.withResolvers<Answer>();
    // If the task cannot be sent, nobody awaits the answer, and the end of the thread rejects it.
    answer.promise.catch(() => {});
    const onAbort = () => answer.reject(signal.reason as Error);
    const onEnd = (cause: unknown) => answer.reject(new ThreadEnded(`${name} ended`, { cause }));
    signal.addEventListener('abort', onAbort, { once: true });
    thread.on('message', answer.resolve).on('error', onEnd).on('exit', onEnd);
    try {
      thread.postMessage(task);
      const value = await answer.promise;
      thread.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
      return value;
    } catch (error) {
      await end();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
      thread.off('message', answer.resolve).off('error', onEnd).off('exit', onEnd);
    }
  };

  return {
    /** @throws the signal's reason; an error if the thread is closed; `ThreadEnded` */
    ask(task: Task, signal: AbortSignal): Promise<Answer> {
      const either = AbortSignal.any([signal, closed.signal]);
      return inTurn(() => run(task, either));
    },
    async close(): Promise<void> {
      closed.abort(new Error(`${name} is closed`));
      await inTurn(end);
    },
  };
}
