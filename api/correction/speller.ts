import { Worker } from 'node:worker_threads';
import type { SessionLanguage } from '#api/contract/session.ts';
import type { Draft } from './draft.ts';
import type { SpellerReply, SpellerTask, SpellerValue } from './speller.worker.ts';
import type { SpellingInput } from './spelling.rules.ts';

export type Speller = {
  /** An abort terminates the thread. @throws the signal's reason */
  find(input: SpellingInput, signal: AbortSignal): Promise<Draft[]>;
  /** Returns the words that the dictionary does not know. */
  unknown(language: SessionLanguage, words: readonly string[], signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
};

/** An idle thread ends after this time and frees its dictionary. */
const idleMs = 60_000;

/** Runs the dictionaries in a worker thread, started on demand, one request at a time. */
export function createSpeller(): Speller {
  let worker: Worker | null = null;
  let idle: ReturnType<typeof setTimeout> | null = null;
  /** The last request. Requests run one after the other, because an abort terminates the thread and must not affect another one. */
  let queue: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    if (idle) clearTimeout(idle);
    const going = worker;
    worker = idle = null;
    await going?.terminate();
  };

  const run = async (task: SpellerTask, signal: AbortSignal): Promise<SpellerValue> => {
    signal.throwIfAborted();
    if (idle) clearTimeout(idle);
    const thread = (worker ??= new Worker(new URL('./speller.worker.ts', import.meta.url)));
    thread.ref();
    const done = Promise.withResolvers<SpellerValue>();
    const onReply = (reply: SpellerReply): void =>
      'value' in reply ? done.resolve(reply.value) : done.reject(new Error(reply.error));
    const onExit = (): void => done.reject(new Error('the speller ended'));
    const onAbort = (): void => done.reject(signal.reason as Error);
    thread.on('message', onReply).on('error', done.reject).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    let isDone = false;
    try {
      thread.postMessage(task);
      const value = await done.promise;
      isDone = true;
      return value;
    } finally {
      thread.off('message', onReply).off('error', done.reject).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      if (isDone && worker === thread) {
        thread.unref();
        idle = setTimeout(() => void end(), idleMs).unref();
      } else await end();
    }
  };
  const ask = (task: SpellerTask, signal: AbortSignal): Promise<SpellerValue> => {
    const answer = queue.then(() => run(task, signal));
    queue = answer.catch(() => {});
    return answer;
  };

  return {
    find: (input, signal) => ask(input, signal) as Promise<Draft[]>,
    unknown: (language, words, signal) => ask({ language, words }, signal) as Promise<string[]>,
    close: end,
  };
}
