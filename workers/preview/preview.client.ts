import { createMutex } from '#api/shared/mutex.ts';
import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { enginePaths } from '#workers/engines.ts';
import { connect, transfer } from '#workers/rpc.ts';
import type { BackendChoice } from './backend.rules.ts';
import {
  inTime,
  openBackend,
  openFasterBackend,
  type BackendOptions,
  type OpenedBackend,
  type PreviewDevice,
} from './open-backend.ts';
import type {
  PreviewBackend,
  PreviewContract,
  PreviewLoaded,
  PreviewModel,
  PreviewWindow,
  TranscribedSegment,
} from './preview.contract.ts';
import { createSpeedMeter } from './speed-meter.ts';
import { threadsFor } from './threads.rules.ts';

/** Time without a window after which the worker ends and frees its memory, ms. */
const defaultIdleMs = 60_000;

type PreviewOptions = {
  model: PreviewModel;
  /** `auto` measures which back end is the faster one; a choice that was measured before saves that time. */
  backend?: 'auto' | PreviewBackend;
  threads?: number;
  idleMs?: number;
  /** Called each time that the model was loaded, also when a lost graphics card was replaced by the processor. */
  onBackend?: (loaded: PreviewLoaded) => void;
  /** Called after each window with `timesRealTime`. */
  onSpeed?: (timesRealTime: number) => void;
};

export type Preview = Disposable & {
  /** Whether a worker holds the model in memory. */
  readonly isLoaded: boolean;
  /** Seconds of sound that are transcribed per second of work, over the recent windows; null before the first one. */
  readonly timesRealTime: number | null;
  /** Loads the model before the first window; otherwise the first window does. */
  load(): Promise<PreviewLoaded>;
  /**
   * Transcribes a window. Windows are transcribed one after another, in the order of the calls. Errors:
   * `previewErrorCodes`, `worker.*`; after each of them the next call starts a new worker.
   */
  transcribe(window: PreviewWindow): Promise<TranscribedSegment[]>;
};

/** A browser may not answer about its graphics card. Then there is none. */
const gpuAnswerMs = 5_000;

const gpuAdapter = async (): Promise<GPUAdapter | null> =>
  navigator.gpu ? await inTime(gpuAnswerMs, navigator.gpu.requestAdapter()).catch(() => null) : null;

export const thisDevice: PreviewDevice = {
  startWorker: () => new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' }),
  hasGpu: async () => (await gpuAdapter()) !== null,
  patience: { loadMs: 600_000, windowMs: 120_000, gpuPartsMs: 20_000, gpuMs: 20_000 },
};

/**
 * Returns a text that names the runtime and the graphics card. A back end that is remembered for a model holds until this text
 * changes.
 */
export async function backendKey(): Promise<string> {
  const { vendor, architecture, device, description } = (await gpuAdapter())?.info ?? {};
  return [enginePaths.ort, vendor, architecture, device, description].filter(Boolean).join(' ');
}

/** Fetches the code that writes drafts, so that it is there without a server. Rejects if it does not come. */
export async function fetchPreviewParts(
  backend: PreviewBackend,
  { startWorker, patience }: Pick<PreviewDevice, 'startWorker' | 'patience'> = thisDevice,
): Promise<void> {
  using worker = connect<PreviewContract>(startWorker());
  await inTime(patience.loadMs, worker.call('fetchParts', { backend }));
}

const ownThreads = (): number =>
  threadsFor({ cores: navigator.hardwareConcurrency, isIsolated: globalThis.crossOriginIsolated });

/** Opens the recogniser of this device. Its worker is started when it is needed, and ended when it was idle. */
export function openPreview(
  { model, backend = 'auto', threads, idleMs = defaultIdleMs, onBackend, onSpeed }: PreviewOptions,
  device: PreviewDevice = thisDevice,
): Preview {
  const inTurn = createMutex();
  const closing = new AbortController();
  const speed = createSpeedMeter();
  let choice: BackendChoice | undefined =
    backend === 'auto' ? undefined : { backend, backendReason: 'remembered' };
  let opened: OpenedBackend | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const release = () => {
    clearTimeout(idleTimer);
    opened?.connection[Symbol.dispose]();
    opened = undefined;
  };
  const open = async (): Promise<OpenedBackend> => {
    const options: BackendOptions = {
      model,
      threads: threads ?? ownThreads(),
      device,
      signal: closing.signal,
    };
    const next = choice ? await openBackend(options, choice) : await openFasterBackend(options);
    const { backend: chosen, backendReason } = next.loaded;
    choice = { backend: chosen, backendReason };
    onBackend?.(next.loaded);
    return next;
  };
  /** Runs `act` with the loaded model, alone. A worker whose call failed is not used again. */
  const withModel = <T>(act: (opened: OpenedBackend) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      closing.signal.throwIfAborted();
      clearTimeout(idleTimer);
      try {
        opened ??= await open();
        return await act(opened).catch(async (error: unknown) => {
          if (opened?.loaded.backend !== 'webgpu') throw error;
          release();
          choice = { backend: 'wasm', backendReason: 'gpu_lost' };
          opened = await open();
          return await act(opened);
        });
      } catch (error) {
        release();
        throw error;
      } finally {
        if (opened) idleTimer = setTimeout(release, idleMs);
      }
    });

  return {
    get isLoaded() {
      return opened !== undefined;
    },
    get timesRealTime() {
      return speed.timesRealTime;
    },
    load: () => withModel(async ({ loaded }) => loaded),
    transcribe: (window) =>
      withModel(async (on) => {
        const soundS = window.samples.length / modelSampleRate;
        const startedAt = performance.now();
        const segments = await transcribeOn(on, window, device.patience);
        speed.add(soundS, performance.now() - startedAt);
        onSpeed?.(speed.timesRealTime!);
        return segments;
      }),
    [Symbol.dispose]() {
      closing.abort(new DOMException('The preview was closed.', 'AbortError'));
      release();
    },
  };
}

function transcribeOn(
  { connection, loaded }: OpenedBackend,
  window: PreviewWindow,
  { gpuMs, windowMs }: PreviewDevice['patience'],
): Promise<TranscribedSegment[]> {
  const isOnGpu = loaded.backend === 'webgpu';
  // A graphics card may be lost. Then the processor needs the samples.
  const moved = isOnGpu ? [] : [window.samples.buffer];
  return inTime(isOnGpu ? gpuMs : windowMs, connection.call('transcribe', transfer({ ...window }, moved)));
}
