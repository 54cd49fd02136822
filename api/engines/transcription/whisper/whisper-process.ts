import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { WhisperReply, WhisperSetup, WindowRequest, WindowResult } from './whisper-protocol.ts';

/** The process of the model ended or failed; a new attempt may succeed. */
export class WhisperCrash extends Error {
  override readonly name = 'WhisperCrash';
}

export type WhisperProcess = {
  readonly pid: number;
  readonly isAlive: boolean;
  /** One window at a time. An aborted one ends the process: the model cannot be interrupted otherwise. */
  transcribe(request: Omit<WindowRequest, 'id'>, signal: AbortSignal): Promise<WindowResult>;
  end(): void;
};

const keptErrorBytes = 2_000;
// the server answers first, then the model computes
const niceness = 5;

/** Starts a process and waits until its model is loaded. Error: WhisperCrash. */
export async function startWhisper(setup: WhisperSetup, signal: AbortSignal): Promise<WhisperProcess> {
  const child = fork(join(import.meta.dirname, 'whisper-child.ts'), [JSON.stringify(setup)], {
    execArgv: [],
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'] ?? '/tmp' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  let isAlive = true;
  let errors = '';
  let settle: ((reply: WhisperReply) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-keptErrorBytes);
  });
  const onEnd = (how: string) => {
    isAlive = false;
    fail?.(new WhisperCrash(`The process of the model ended (${how}). ${errors}`.trim()));
  };
  child.once('exit', (code, killedBy) => onEnd(String(killedBy ?? code)));
  child.once('error', (error) => onEnd(error.message));
  child.on('message', (reply: WhisperReply) => settle?.(reply));
  try {
    if (child.pid) setPriority(child.pid, niceness);
  } catch {
    // it ended already, or the machine does not allow it
  }

  const end = () => {
    isAlive = false;
    child.kill('SIGKILL');
  };
  const answered = async (signal: AbortSignal, send: () => void): Promise<WhisperReply> => {
    signal.throwIfAborted();
    if (!isAlive) throw new WhisperCrash(`The process of the model has ended. ${errors}`.trim());
    const { promise, resolve, reject } = Promise.withResolvers<WhisperReply>();
    const onAbort = () => {
      reject(signal.reason as Error);
      end();
    };
    settle = resolve;
    fail = reject;
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      send();
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      settle = undefined;
      fail = undefined;
    }
  };

  let lastId = 0;
  await answered(signal, () => {});
  return {
    pid: child.pid ?? 0,
    get isAlive() {
      return isAlive;
    },
    async transcribe(request, signal) {
      const reply = await answered(signal, () =>
        child.send({ ...request, id: ++lastId } satisfies WindowRequest),
      );
      if ('segments' in reply) return reply;
      throw new WhisperCrash('failure' in reply ? reply.failure : 'an answer to nothing');
    },
    end,
  };
}
