import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ReportPart, ReportTask } from './report.worker.ts';

/** A document that takes more is not written: the thread ends, the server stays. */
const resourceLimits = { maxOldGenerationSizeMb: 400 };

type ThreadOptions = {
  signal?: AbortSignal | undefined;
  /** A document that takes longer is not written, ms. */
  longestMs: number;
  /** When the thread has ended, whatever became of it. */
  onEnd: () => void;
};

/**
 * Starts a thread that writes a document, and answers when its first part is there. The thread does not wait for slow readers:
 * what it has written is held, at most one document. Whoever closes the stream ends the thread.
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
  // before there is a reader, `started` tells; whoever reads it adds a listener of their own
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
