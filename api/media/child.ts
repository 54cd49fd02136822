import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const keptErrorBytes = 2_000;
// the server answers first
const niceness = 5;

/**
 * Starts a process with `task`, waits for its one message and ends it: all memory that it took goes back to the machine, which a
 * thread's does not. An abort ends it at once, in the middle of whatever it computes. `script` answers by `answerParent`.
 * @throws the signal's reason, an error with what the process told last
 */
export async function runProcess<Reply>(script: URL, task: unknown, signal?: AbortSignal): Promise<Reply> {
  signal?.throwIfAborted();
  const child = fork(fileURLToPath(script), {
    execArgv: [],
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'] ?? '/tmp' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  try {
    if (child.pid) setPriority(child.pid, niceness);
  } catch {
    // it ended already, or the machine does not allow it
  }
  const ended = Promise.withResolvers<Reply>();
  const onAbort = () => ended.reject(signal?.reason as Error);
  let told = '';
  signal?.addEventListener('abort', onAbort, { once: true });
  child.stderr?.on('data', (chunk: Buffer) => {
    told = (told + chunk.toString()).slice(-keptErrorBytes);
  });
  child.once('message', (reply) => ended.resolve(reply as Reply));
  child.once('error', ended.reject);
  child.once('close', (code, killedBy) =>
    ended.reject(new Error(`The process ended without an answer (${killedBy ?? code}). ${told}`.trim())),
  );
  child.send(task as object, () => {});
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
  }
}

/** While it computes, a process hears nothing of its parent's end: a thread beside looks whether there is one. */
const watchParent = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 1_000);
`;

/** In the process: answers its one task. It ends when the server is gone, and by nobody's signal but the server's. */
export function answerParent<Task>(answer: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit(0));
  new Worker(watchParent, { eval: true, workerData: process.ppid }).unref();
  // a terminal or a service manager tells the whole group; the server decides what becomes of the task
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('message', async (task: Task) => process.send?.((await answer(task)) as object));
}
