import { Worker } from 'node:worker_threads';

/**
 * Starts a thread with `task`, waits for its one message and ends it: whatever memory it took is given back. An abort ends it
 * at once, in the middle of whatever it computes.
 * @throws the signal's reason, what the thread threw
 */
export async function runThread<Reply>(script: URL, task: unknown, signal?: AbortSignal): Promise<Reply> {
  signal?.throwIfAborted();
  const worker = new Worker(script, { workerData: task });
  const ended = Promise.withResolvers<Reply>();
  const onAbort = () => ended.reject(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.once('message', ended.resolve);
  worker.once('error', ended.reject);
  worker.once('exit', () => ended.reject(new Error('the thread ended without an answer')));
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
