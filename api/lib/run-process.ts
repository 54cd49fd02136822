import { Worker } from 'node:worker_threads';
import { startBackgroundProcess } from './background-process.ts';

/**
 * Starts a child process with `task`, waits for its one message and ends it. The exit of a process returns all of its
 * memory to the system; the end of a thread does not. An abort kills the process at once. `script` must call
 * `answerParent`.
 * @throws the signal's reason; an Error with the last lines of the process's stderr
 */
export async function runProcess<Reply>(script: URL, task: unknown, signal?: AbortSignal): Promise<Reply> {
  signal?.throwIfAborted();
  const { child, stderrEnd } = startBackgroundProcess(script);
  const ended = Promise.withResolvers<Reply>();
  const onAbort = () => ended.reject(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort, { once: true });
  child.once('message', (reply) => ended.resolve(reply as Reply));
  child.once('error', ended.reject);
  child.once('close', (code, killedBy) =>
    ended.reject(
      new Error(`The process ended without an answer (${killedBy ?? code}). ${stderrEnd()}`.trim()),
    ),
  );
  child.send(task as object, () => {});
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
  }
}

/** A busy process does not notice that its parent has ended, so a thread checks the parent's process id each second. */
const watchParent = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 1_000);
`;

/**
 * Handles the one task of a child process; its script must call this. The process ends with the server and ignores
 * SIGINT and SIGTERM.
 */
export function answerParent<Task>(answer: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit(0));
  new Worker(watchParent, { eval: true, workerData: process.ppid }).unref();
  // Terminals and service managers signal the whole process group, but only the server decides when a task ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('message', async (task: Task) => process.send?.((await answer(task)) as object));
}
