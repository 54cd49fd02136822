import type { SessionDraft } from '#api/contract/session.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import { connect, transfer } from '#workers/rpc.ts';
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
  /** Where a recording rolls over into the next, s of sound and bytes of mp3. */
  longestS: number;
  largestBytes: number;
  /**
   * Headers of the next request; `refused` are those that were answered with 401. May take as long as signing in again takes;
   * a rejection counts as a refused token.
   */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  /**
   * Creates the session of a recording without one, once for each key; resolves with its id. After null or a rejection it is
   * called again later.
   */
  session(id: string, draft: SessionDraft, key: string): Promise<string | null>;
};

/** What the page is told; questions are answered through the options. */
export type RecorderNews =
  | Exclude<RecorderEvent, { type: 'headers' | 'session' }>
  /** The worker has failed: nothing is recorded any more. A new recorder goes on with what is stored. */
  | { type: 'crashed'; detail: string };

/** See `RecorderContract` for what each does. All reject with a `WorkerError`; `worker.crashed` ends the recorder. */
export type Recorder = Disposable & {
  /** What `open` found out; everything else waits for it. */
  readonly storage: Promise<StorageFacts>;
  onEvent(listener: (event: RecorderNews) => void): () => void;
  list(userId: string): Promise<KeptRecording[]>;
  /** The ports move. */
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
  /** Removes it from the device and from the server, because the person says so. */
  throwAway(id: string, options: { keepsNotes: boolean; seen?: readonly string[] }): Promise<void>;
  retryNow(): Promise<void>;
  stopSending(): Promise<void>;
  resumeSending(): Promise<void>;
};

const startWorker = () => new Worker(new URL('./recorder.worker.ts', import.meta.url), { type: 'module' });

/** `worker`: another than ours, for tests. */
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
    // An answer that comes too late finds nobody who waits for it.
    if (event.type === 'headers') giveHeaders(event.ask, event.refused).catch(() => {});
    else if (event.type === 'session') giveSession(event.id, event.draft, event.key).catch(() => {});
    else for (const listener of listeners) listener(event);
  };

  connection.call('watch', undefined, { onEvent }).catch((error: Error) => {
    if (error.name === 'AbortError') return;
    for (const listener of listeners) listener({ type: 'crashed', detail: error.message });
  });
  const storage = connection.call('open', open);
  // Whoever calls another method learns of it, too.
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
    list: (userId) => call('list', { userId }),
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
