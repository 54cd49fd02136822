import type { SessionDraft } from '#api/contract/session.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import { connect, transfer, WorkerError } from '#workers/rpc.ts';
import type { SendTimings } from '#workers/send/send.contract.ts';
import type {
  Finished,
  KeptRecording,
  NewRecording,
  RecorderContract,
  RecorderEvent,
  RecordingRecord,
  SplitOff,
  StorageFacts,
} from './recorder.contract.ts';

type Inputs = { [M in keyof RecorderContract]: RecorderContract[M]['input'] };

export type RecorderOptions = {
  timings: SendTimings;
  /** Limits at which a recording continues as the next part: s of sound, and bytes of mp3. */
  longestS: number;
  largestBytes: number;
  /**
   * Returns headers for the next request. `refused` are headers that the server answered with 401. The answer may wait
   * until the person has signed in again; a rejection counts as a refused token.
   */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  /**
   * Creates the session of a recording, once for each key, and resolves to its id. After null or a rejection it is called
   * again later.
   */
  session(id: string, draft: SessionDraft, key: string): Promise<string | null>;
};

/** Events of the page; the worker's questions are answered through the options. */
export type RecorderNews =
  | Exclude<RecorderEvent, { type: 'headers' | 'session' }>
  /**
   * The worker has failed and records no more. A new recorder can continue the stored recording. `code`: one of
   * `workerErrorCodes`.
   */
  | { type: 'crashed'; code: string; detail: string };

/** See `RecorderContract`. All methods reject with a `WorkerError`. `crashed` ends the recorder. */
export type Recorder = Disposable & {
  /** The result of `open`. All other methods wait for it. */
  readonly storage: Promise<StorageFacts>;
  onEvent(listener: (event: RecorderNews) => void): () => void;
  list(userId: string, formerIds?: readonly string[]): Promise<KeptRecording[]>;
  /** The ports are transferred to the worker. */
  attach(input: Inputs['attach']): Promise<void>;
  start(recording: NewRecording): Promise<RecordingRecord>;
  goOn(id: string): Promise<RecordingRecord>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  setRollover(isOn: boolean): Promise<void>;
  annotate(input: Inputs['annotate']): Promise<{ isStored: boolean }>;
  finish(): Promise<Finished>;
  deliver(id: string, seen?: readonly string[]): Promise<Finished>;
  sendAnew(id: string, sessionId?: string): Promise<void>;
  sound(id: string, seconds?: number): Promise<Blob>;
  splitOff(id: string, adopted: AdoptedUpload): Promise<SplitOff>;
  remove(id: string, seen?: readonly string[]): Promise<void>;
  /** Removes a recording from the device and from the server, on the person's request. */
  throwAway(id: string, options: { keepsNotes: boolean; seen?: readonly string[] }): Promise<void>;
  retryNow(): Promise<void>;
  stopSending(): Promise<void>;
  resumeSending(): Promise<void>;
};

const startWorker = () => new Worker(new URL('./recorder.worker.ts', import.meta.url), { type: 'module' });

/** Opens a recorder. `worker` is a double in tests. */
export function openRecorder(
  { headers, session, ...open }: RecorderOptions,
  worker = startWorker(),
): Recorder {
  const connection = connect<RecorderContract>(worker);
  const listeners = new Set<(event: RecorderNews) => void>();

  const giveHeaders = async (ask: number, refused?: Record<string, string>) => {
    const given = await headers(refused).catch(() => ({}));
    await connection.call('giveHeaders', { ask, headers: given });
  };
  const giveSession = async (id: string, draft: SessionDraft, key: string) => {
    const sessionId = await session(id, draft, key).catch(() => null);
    await connection.call('giveSession', { id, sessionId });
  };
  const onEvent = (event: RecorderEvent) => {
    // The worker may have ended before the answer came.
    if (event.type === 'headers') giveHeaders(event.ask, event.refused).catch(() => {});
    else if (event.type === 'session') giveSession(event.id, event.draft, event.key).catch(() => {});
    else for (const listener of listeners) listener(event);
  };

  connection.call('watch', undefined, { onEvent }).catch((error: Error) => {
    if (error.name === 'AbortError') return;
    const code = error instanceof WorkerError ? error.code : 'worker.failed';
    for (const listener of listeners) listener({ type: 'crashed', code, detail: error.message });
  });
  const storage = connection.call('open', open);
  // Each method waits for `storage` and so rejects with the same error.
  storage.catch(() => {});
  const call = async <M extends keyof RecorderContract>(method: M, input: Inputs[M]) => {
    await storage;
    return await connection.call(method, input);
  };

  return {
    storage,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: (userId, formerIds = []) => call('list', { userId, formerIds }),
    attach(input) {
      const { pcm, monitor } = input;
      return call('attach', transfer({ ...input }, monitor ? [pcm, monitor] : [pcm]));
    },
    start: (recording) => call('start', recording),
    goOn: (id) => call('goOn', { id }),
    pause: () => call('pause', undefined),
    resume: () => call('resume', undefined),
    setRollover: (isOn) => call('setRollover', { isOn }),
    annotate: (input) => call('annotate', input),
    finish: () => call('finish', undefined),
    deliver: (id, seen) => call('deliver', { id, seen: seen ?? null }),
    sendAnew: (id, sessionId) => call('sendAnew', { id, sessionId: sessionId ?? null }),
    sound: (id, seconds) => call('sound', { id, seconds: seconds ?? null }),
    splitOff: (id, adopted) => call('splitOff', { id, adopted }),
    remove: (id, seen) => call('remove', { id, keepsNotes: false, isThrownAway: false, seen: seen ?? null }),
    throwAway: (id, { keepsNotes, seen }) =>
      call('remove', { id, keepsNotes, isThrownAway: true, seen: seen ?? null }),
    retryNow: () => call('retryNow', undefined),
    stopSending: () => call('stopSending', undefined),
    resumeSending: () => call('resumeSending', undefined),
    [Symbol.dispose]() {
      listeners.clear();
      connection[Symbol.dispose]();
    },
  };
}
