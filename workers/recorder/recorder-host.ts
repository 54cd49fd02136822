import { type Handlers, WorkerError } from '#workers/rpc.ts';
import type { Transport } from '#workers/send/transport.ts';
import type { OnlineSignal } from '#workers/send/connection-keeper.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { createDigest, finishAsItLies } from './digest.ts';
import type { Mp3Encoder } from './mp3-stream.ts';
import { openPcmInput, type PcmInput } from '#workers/recorder/capture/pcm-input.ts';
import { createRecorderCore, type RecorderCore } from './recorder.ts';
import {
  contentOf,
  type MonitorMessage,
  type RecorderContract,
  type RecorderEvent,
  type RecordingRecord,
} from './recorder.contract.ts';
import { createUploadManager, type UploadManager } from '#workers/recorder/upload/upload-manager.ts';
import { createRecordingStore, type RecordingStore } from './recording-store.ts';
import { keepNotes, splitOff } from './split-off.ts';
import { createThrottle } from '#workers/recorder/upload/throttle.ts';

const progressEveryMs = 100;

type Opened = {
  store: PieceStore;
  recordings: RecordingStore;
  uploads: UploadManager;
  core(): Promise<RecorderCore>;
};

type RecorderHostDeps = {
  openStore(): Promise<PieceStore>;
  loadEncoder(): Promise<Mp3Encoder>;
  isPersistent(): Promise<boolean>;
  /** Receives errors that reject no call. */
  crash(error: unknown): void;
  transport?: Transport;
  online?: OnlineSignal;
};

export type RecorderHost = Handlers<RecorderContract> & Disposable;

/** Limit for deleting superseded uploads on the server; the rest expires there. */
const endPatienceMs = 3_000;
/** Limit for fetching bytes that only the server has; afterwards the recording continues without them. */
const catchUpPatienceMs = 5_000;

/** Throws if the recording has content that the page has not seen, written by another tab. `seen` null: no check. */
function mustBeSeen(record: RecordingRecord, seen: readonly string[] | null): void {
  if (seen && !seen.includes(contentOf(record))) throw new WorkerError('recording.elsewhere');
}

/** Handlers of the recorder worker; tests run them without a worker. */
export function createRecorderHost(deps: RecorderHostDeps): RecorderHost {
  const { crash } = deps;
  let opened: Opened | null = null;
  let runningCore: RecorderCore | null = null;
  let input: PcmInput | null = null;
  let monitor: MessagePort | null = null;
  let emit: (event: RecorderEvent) => void = () => {};

  let lastAsk = 0;
  const asked = new Map<number, (headers: Record<string, string>) => void>();

  const theOpened = (): Opened => {
    if (!opened) throw new WorkerError('worker.failed', 'not opened');
    return opened;
  };

  function headers(refused?: Record<string, string>): Promise<Record<string, string>> {
    const ask = ++lastAsk;
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    asked.set(ask, resolve);
    emit({ type: 'headers', ask, ...(refused ? { refused } : {}) });
    return promise;
  }

  const newId = () => crypto.randomUUID();

  const toMonitor = (message: MonitorMessage) =>
    monitor?.postMessage(message, 'samples' in message ? [message.samples.buffer] : []);

  function endMonitor(): void {
    toMonitor({ type: 'end' });
    monitor = null;
  }

  async function open({
    timings,
    longestS,
    largestBytes,
  }: RecorderContract['open']['input']): Promise<Opened> {
    const store = await deps.openStore();
    const recordings = createRecordingStore(store);
    const uploads = createUploadManager({
      timings,
      headers,
      ...(deps.transport && { transport: deps.transport }),
      ...(deps.online && { online: deps.online }),
      askSession: (id, draft, key) => emit({ type: 'session', id, draft, key }),
      onState: (id, send) => emit({ type: 'send', id, send }),
      onEnd: (id, end) => emit({ type: 'sent', id, ...end }),
    });
    const progress = createThrottle<RecorderEvent>(progressEveryMs, (event) => emit(event));
    let overflow: number | null = null;
    const tellOverflow = (id: string) => {
      const bytes = recordings.get(id)?.file.overflowBytes || null;
      if (bytes === overflow) return;
      overflow = bytes;
      emit({ type: 'overflow', memoryBytes: bytes });
    };
    const createCore = async () =>
      createRecorderCore({
        longest: { longestS, largestBytes },
        encoder: await deps.loadEncoder(),
        digest: await createDigest(),
        async create(record) {
          const { file, source } = await recordings.create(record);
          uploads.begin(record.id, file, source);
          return file;
        },
        onEvent: (event) => (event.type === 'progress' ? progress(event) : emit(event)),
        onStored(id) {
          recordings.get(id)?.source.grew();
          tellOverflow(id);
        },
        onFinished: (id) => recordings.get(id)?.source.finalise(),
        onFailure: crash,
        newId,
        nowMs: () => Date.now(),
      });
    let coming: Promise<RecorderCore> | null = null;
    const core = async () => {
      try {
        return (runningCore = await (coming ??= createCore()));
      } catch (error) {
        coming = null;
        throw new WorkerError('capture.failed', `The encoder cannot be loaded: ${String(error)}`);
      }
    };
    // Kept recordings can be sent without the encoder.
    await core().catch(() => {});
    return { store, recordings, uploads, core };
  }

  return {
    async open(facts) {
      opened ??= await open(facts);
      const { store } = opened;
      const [freeBytes, isPersistent] = await Promise.all([store.freeBytes(), deps.isPersistent()]);
      return { kind: store.kind, freeBytes, isPersistent };
    },
    watch: (_, context) => {
      emit = context.emit;
      return new Promise<never>(() => {});
    },
    list: ({ userId }) => theOpened().recordings.list(userId),
    async attach({ pcm, sampleRate, monitor: port }) {
      const core = await theOpened().core();
      await input?.ended();
      input?.[Symbol.dispose]();
      endMonitor();
      monitor = port;
      core.listen(sampleRate);
      input = openPcmInput(pcm, (block) => core.push(block, toMonitor));
      return undefined;
    },
    async start(recording) {
      const { core, recordings } = theOpened();
      const ready = await core();
      return await recordings.holdingSession(recording.sessionId, () => ready.start(recording));
    },
    async goOn({ id }) {
      const { core, recordings, uploads } = theOpened();
      const ready = await core();
      if (ready.current) throw new WorkerError('recording.elsewhere');
      return await recordings.taking(id, async ({ file, source, writtenAtMs }) => {
        await uploads.catchUp(file, AbortSignal.timeout(catchUpPatienceMs));
        const record = await ready.goOn(file, writtenAtMs);
        uploads.begin(id, file, source);
        return record;
      });
    },
    pause: () => runningCore?.pause() as undefined,
    resume: () => runningCore?.resume() as undefined,
    setRollover: ({ isOn }) => runningCore?.setRollover(isOn) as undefined,
    async annotate({ id, markers, notes, dictated, sessionKey }) {
      const { recordings, store } = theOpened();
      return await recordings.with(id, async (file) => {
        await file.update({
          ...(markers && { markers }),
          ...(notes !== undefined && { notes }),
          ...(dictated && { dictated }),
          ...(sessionKey !== undefined && { sessionKey }),
        });
        return { isStored: store.kind !== 'memory' && file.isRecordStored };
      });
    },
    async finish() {
      const core = await theOpened().core();
      if (!core.current) throw new WorkerError('recording.not_kept');
      await input?.ended();
      const finishing = core.finish();
      endMonitor();
      return await finishing;
    },
    async deliver({ id, seen }) {
      const { recordings, uploads } = theOpened();
      if (runningCore?.current === id) throw new WorkerError('recording.elsewhere');
      return await recordings.taking(id, async ({ file, source }) => {
        mustBeSeen(file.record, seen);
        const finished = await finishAsItLies(file);
        source.finalise();
        uploads.begin(id, file, source);
        return finished;
      });
    },
    async splitOff({ id, adopted }) {
      const { recordings, uploads, store } = theOpened();
      return await splitOff(id, adopted, { recordings, uploads, store, newId });
    },
    async sendAnew({ id, sessionId }) {
      await theOpened().uploads.sendAnew(id, sessionId);
      return undefined;
    },
    sound: ({ id, seconds }) => theOpened().recordings.sound(id, seconds),
    giveHeaders({ ask, headers: given }) {
      asked.get(ask)?.(given);
      asked.delete(ask);
      return undefined;
    },
    async giveSession({ id, sessionId }) {
      const { uploads, recordings } = theOpened();
      await uploads.giveSession(id, sessionId);
      if (sessionId !== null) await recordings.keepSession(id, sessionId);
      return undefined;
    },
    retryNow: () => theOpened().uploads.retryNow() as undefined,
    stopSending: () => theOpened().uploads.stop() as undefined,
    resumeSending: () => theOpened().uploads.resume() as undefined,
    async remove({ id, keepsNotes, isThrownAway, seen }) {
      const { recordings, uploads, store } = theOpened();
      if (!recordings.get(id)) await recordings.with(id, async ({ record }) => mustBeSeen(record, seen));
      if (keepsNotes) await recordings.with(id, ({ record }) => keepNotes(record, store, newId()));
      if (runningCore?.current === id) {
        runningCore.drop();
        endMonitor();
      }
      uploads.end(id);
      await recordings
        .with(id, (file) => uploads.endUploads(file, isThrownAway, AbortSignal.timeout(endPatienceMs)))
        .catch(() => {});
      await recordings.remove(id);
      return undefined;
    },

    [Symbol.dispose]() {
      input?.[Symbol.dispose]();
      opened?.uploads[Symbol.dispose]();
      opened?.store[Symbol.dispose]();
    },
  };
}
