import { createDigest } from '#workers/digest.ts';
import { loadError } from '#workers/load-part.ts';
import type { OnlineSignal } from '#workers/send/connection-keeper.ts';
import type { Transport } from '#workers/send/transport.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { createThrottle } from '#workers/recorder/upload/throttle.ts';
import { createUploadManager, type UploadManager } from '#workers/recorder/upload/upload-manager.ts';
import type { Mp3Encoder } from './mp3-stream.ts';
import type { Longest } from './position.rules.ts';
import type { RecorderContract, RecorderEvent } from './recorder.contract.ts';
import { createRecorderCore, type RecorderCore } from './recorder.ts';
import { createRecordingStore, type RecordingStore } from './recording-store.ts';

const progressEveryMs = 100;

/** The recorder after `open`: its storage, its uploads and its core. */
export type OpenedRecorder = {
  store: PieceStore;
  recordings: RecordingStore;
  uploads: UploadManager;
  core: CoreLoader;
};

type CoreLoader = {
  /** The core; null until the encoder is loaded. */
  readonly loaded: RecorderCore | null;
  /** Loads the encoder at the first call, and again after a failure. Rejects with `worker.*` or `capture.failed`. */
  load(): Promise<RecorderCore>;
};

export type RecorderDeps = {
  openStore(): Promise<PieceStore>;
  loadEncoder(): Promise<Mp3Encoder>;
  /** Receives errors that reject no call. */
  crash(error: unknown): void;
  transport?: Transport;
  online?: OnlineSignal;
};

/** The functions by which the recorder reaches the page. */
type Page = {
  emit(event: RecorderEvent): void;
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
};

export async function openRecorder(
  deps: RecorderDeps,
  { timings, ...longest }: RecorderContract['open']['input'],
  { emit, headers }: Page,
): Promise<OpenedRecorder> {
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
  const createCore = coreFactory(deps, longest, { recordings, uploads, emit });
  const core = createCoreLoader(createCore);
  // If the encoder cannot be loaded, stored recordings can still be sent.
  await core.load().catch(() => {});
  return { store, recordings, uploads, core };
}

/** Returns a function that creates a core whose recordings are stored in `recordings` and sent by `uploads`. */
function coreFactory(
  { loadEncoder, crash }: Pick<RecorderDeps, 'loadEncoder' | 'crash'>,
  longest: Longest,
  { recordings, uploads, emit }: Pick<OpenedRecorder, 'recordings' | 'uploads'> & Pick<Page, 'emit'>,
): () => Promise<RecorderCore> {
  const emitProgress = createThrottle<RecorderEvent>(progressEveryMs, emit);
  const emitOverflow = createOverflowReports(emit);
  return async () =>
    createRecorderCore({
      longest,
      encoder: await loadEncoder(),
      digest: await createDigest(),
      async create(record) {
        const { file, source } = await recordings.create(record);
        uploads.begin(record.id, file, source);
        return file;
      },
      onEvent: (event) => (event.type === 'progress' ? emitProgress(event) : emit(event)),
      onStored(id) {
        const recording = recordings.get(id);
        recording?.source.grew();
        emitOverflow(recording?.file.overflowBytes ?? 0);
      },
      onFinished: (id) => recordings.get(id)?.source.finalise(),
      onFailure: crash,
      newId: () => crypto.randomUUID(),
      nowMs: () => Date.now(),
    });
}

/** Returns a function that takes the number of bytes that are only in memory, and reports it if it has changed. */
function createOverflowReports(emit: (event: RecorderEvent) => void): (bytes: number) => void {
  let reported: number | null = null;
  return (bytes) => {
    const memoryBytes = bytes || null;
    if (memoryBytes === reported) return;
    reported = memoryBytes;
    emit({ type: 'overflow', memoryBytes });
  };
}

function createCoreLoader(create: () => Promise<RecorderCore>): CoreLoader {
  let loading: Promise<RecorderCore> | null = null;
  let loaded: RecorderCore | null = null;
  return {
    get loaded() {
      return loaded;
    },
    async load() {
      try {
        return (loaded = await (loading ??= create()));
      } catch (error) {
        loading = null;
        throw await loadError(error, 'capture.failed');
      }
    },
  };
}
