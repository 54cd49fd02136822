import { createMutex } from '#api/shared/mutex.ts';
import { connect, transfer, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type {
  PreviewContract,
  PreviewLoaded,
  PreviewModel,
  PreviewWindow,
  TranscribedSegment,
} from './preview.contract.ts';
import { threadsFor } from './threads.rules.ts';

/** Time limits, ms. `loadMs` includes the download over a slow connection. */
const patience = { loadMs: 600_000, windowMs: 120_000 };

/** Time without a window after which the worker ends and frees its memory, ms. */
const defaultIdleMs = 60_000;

type PreviewOptions = {
  model: PreviewModel;
  threads?: number;
  idleMs?: number;
};

export type Preview = Disposable & {
  /** Whether a worker holds the model in memory. */
  readonly isLoaded: boolean;
  /** Loads the model before the first window; otherwise the first window does. */
  load(): Promise<PreviewLoaded>;
  /**
   * Transcribes a window. Windows are transcribed one after another, in the order of the calls. Errors:
   * `previewErrorCodes`; also `worker.crashed`, after which the next call starts a new worker.
   */
  transcribe(window: PreviewWindow): Promise<TranscribedSegment[]>;
};

type Loaded = { connection: Connection<PreviewContract>; times: PreviewLoaded };

/** Opens the recogniser of this device. Its worker is started when it is needed, and ended when it was idle. */
export function openPreview({ model, threads, idleMs = defaultIdleMs }: PreviewOptions): Preview {
  const inTurn = createMutex();
  const closing = new AbortController();
  let loaded: Loaded | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const release = () => {
    clearTimeout(idleTimer);
    loaded?.connection[Symbol.dispose]();
    loaded = undefined;
  };
  const start = async (): Promise<Loaded> => {
    const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' });
    const connection = connect<PreviewContract>(worker);
    // Until the model is loaded nobody else can end this worker.
    const end = () => connection[Symbol.dispose]();
    closing.signal.addEventListener('abort', end, { once: true });
    try {
      const machine = { cores: navigator.hardwareConcurrency, isIsolated: globalThis.crossOriginIsolated };
      const input = { model, threads: threads ?? threadsFor(machine) };
      const times = await inTime(patience.loadMs, connection.call('load', input));
      return { connection, times };
    } catch (error) {
      end();
      throw error;
    } finally {
      closing.signal.removeEventListener('abort', end);
    }
  };
  /** Runs `act` with the loaded model, alone. A worker whose call failed is not used again. */
  const withModel = <T>(act: (model: Loaded) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      closing.signal.throwIfAborted();
      clearTimeout(idleTimer);
      loaded ??= await start();
      try {
        return await act(loaded);
      } catch (error) {
        release();
        throw error;
      } finally {
        if (loaded) idleTimer = setTimeout(release, idleMs);
      }
    });

  return {
    get isLoaded() {
      return loaded !== undefined;
    },
    load: () => withModel(async ({ times }) => times),
    transcribe: (window) =>
      withModel(({ connection }) =>
        inTime(
          patience.windowMs,
          connection.call('transcribe', transfer({ ...window }, [window.samples.buffer])),
        ),
      ),
    [Symbol.dispose]() {
      closing.abort(new DOMException('The preview was closed.', 'AbortError'));
      release();
    },
  };
}

async function inTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  using watchdog = createWatchdog(limitMs, () => new WorkerError('preview.engine_failed', 'time-out'));
  return await watchdog.guard(work);
}
