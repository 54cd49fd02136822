import { startBackgroundProcess } from '#api/lib/background-process.ts';
import type { TranscribedSound } from '#wasm/whisper/transcribe-sound.ts';
import type { WhisperReply, WhisperSetup, WindowRequest } from './whisper-protocol.ts';

class WhisperCrash extends Error {
  override readonly name = 'WhisperCrash';
}

export type WhisperProcess = {
  readonly pid: number;
  readonly isAlive: boolean;
  /** Transcribes a window; only one at a time. An abort kills the process, because inference cannot be interrupted. */
  transcribe(request: Omit<WindowRequest, 'id'>, signal: AbortSignal): Promise<TranscribedSound>;
  end(): void;
};

const script = new URL('./whisper-child.ts', import.meta.url);

/** Starts a process and waits until its model is loaded. @throws WhisperCrash */
export async function startWhisper(setup: WhisperSetup, signal: AbortSignal): Promise<WhisperProcess> {
  signal.throwIfAborted();
  const { child, stderrEnd } = startBackgroundProcess(script, [JSON.stringify(setup)]);
  let isAlive = true;
  let settle: ((reply: WhisperReply) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  const onEnd = (how: string) => {
    isAlive = false;
    fail?.(new WhisperCrash(`The process of the model ended (${how}). ${stderrEnd()}`.trim()));
  };
  child.once('exit', (code, killedBy) => onEnd(String(killedBy ?? code)));
  child.once('error', (error) => onEnd(error.message));
  child.on('message', (reply: WhisperReply) => settle?.(reply));

  const end = () => {
    isAlive = false;
    child.kill('SIGKILL');
  };
  const answered = async (signal: AbortSignal, send: () => void): Promise<WhisperReply> => {
    signal.throwIfAborted();
    if (!isAlive) throw new WhisperCrash(`The process of the model has ended. ${stderrEnd()}`.trim());
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
