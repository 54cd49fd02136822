import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ReportPart, ReportTask } from './report.worker.ts';

/** Limit for the memory of a thread. If a document needs more, the thread ends and the server continues. */
const resourceLimits = { maxOldGenerationSizeMb: 400 };

type ThreadOptions = {
  signal?: AbortSignal | undefined;
  /** Time limit of a document, ms. */
  longestMs: number;
  /** Called when the thread has ended, successfully or not. */
  onEnd: () => void;
};

/**
 * Starts a thread that writes a document. Resolves with a stream when its first part has arrived. The thread does not
 * wait for slow readers, so up to one whole document is buffered. Closing the stream ends the thread.
 * @throws what the thread threw before its first part, the signal's reason
 */
export async function writeInThread(
  task: ReportTask,
  { signal, longestMs, onEnd }: ThreadOptions,
): Promise<Readable> {
  let worker: Worker;
  try {
    signal?.throwIfAborted();
    worker = new Worker(new URL('./report.worker.ts', import.meta.url), { workerData: task, resourceLimits });
  } catch (error) {
    onEnd();
    throw error;
  }
  let hasExited = false;
  const started = Promise.withResolvers<void>();
  const body = new Readable({
    read() {},
    destroy(error, done) {
      if (hasExited) done(error);
      else {
        worker.once('exit', () => done(error));
        void worker.terminate();
      }
    },
  });
  // Before there is a reader, `started` reports errors. Readers add a listener of their own.
  body.on('error', () => {});
  const fail = (error: unknown) => {
    started.reject(error);
    body.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  const onAbort = () => fail(signal?.reason);
  const timer = setTimeout(() => fail(new Error('the document took too long')), longestMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  let isWhole = false;
  worker.on('message', (part: ReportPart) => {
    isWhole = part === null;
    body.push(part);
    started.resolve();
  });
  worker.once('error', fail);
  worker.once('exit', () => {
    hasExited = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (!isWhole) fail(new Error('the thread ended without its last part'));
    onEnd();
  });
  await started.promise;
  return body;
}
