import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import { chooseBackend, type BackendChoice } from './backend.rules.ts';
import type { LoadAnswer, PreviewContract, PreviewLoaded, PreviewModel } from './preview.contract.ts';

/** What the browser gives to a preview; tests replace it. */
export type PreviewDevice = {
  startWorker(): Worker;
  hasGpu(): Promise<boolean>;
  /**
   * Time limits, ms. `loadMs` includes the download over a slow connection. `gpuMs` holds for loading and for a window on a
   * graphics card, since the processor can take its place.
   */
  patience: { loadMs: number; gpuMs: number; windowMs: number };
};

export type BackendOptions = {
  model: PreviewModel;
  threads: number;
  device: PreviewDevice;
  /** Ends the worker of a model that is being loaded. */
  signal: AbortSignal;
};

/** A worker that holds the model. Who opened it disposes of its connection. */
export type OpenedBackend = { connection: Connection<PreviewContract>; loaded: PreviewLoaded };

type Candidate = { connection: Connection<PreviewContract>; answer: LoadAnswer };

const gpuFailed: BackendChoice = { backend: 'wasm', backendReason: 'gpu_failed' };

/** Loads the model on a back end that is known. Where the graphics card fails, the processor takes its place. */
export async function openBackend(options: BackendOptions, choice: BackendChoice): Promise<OpenedBackend> {
  if (choice.backend === 'webgpu') {
    const gpu = await loadOnGpu(options, false);
    return gpu ? toOpened(gpu, choice, options) : openBackend(options, gpuFailed);
  }
  return toOpened(await load(options, 'wasm', false), choice, options);
}

/**
 * Loads the model on the processor and, if there is one, on the graphics card. Keeps the faster one, unless the graphics
 * card writes another text.
 */
export async function openFasterBackend(options: BackendOptions): Promise<OpenedBackend> {
  const hasGpu = await options.device.hasGpu();
  const wasm = await load(options, 'wasm', hasGpu);
  if (!hasGpu) return toOpened(wasm, { backend: 'wasm', backendReason: 'only' }, options);
  let kept = wasm;
  try {
    const gpu = await loadOnGpu(options, true);
    const choice = gpu ? chooseBackend(wasm.answer.trial!, gpu.answer.trial!) : gpuFailed;
    const [better, other] = gpu && choice.backend === 'webgpu' ? [gpu, wasm] : [wasm, gpu];
    kept = better;
    other?.connection[Symbol.dispose]();
    return toOpened(kept, choice, options);
  } catch (error) {
    kept.connection[Symbol.dispose]();
    throw error;
  }
}

const toOpened = (
  { connection, answer: { fetchMs, warmUpMs } }: Candidate,
  choice: BackendChoice,
  { threads }: BackendOptions,
): OpenedBackend => ({ connection, loaded: { ...choice, threads, fetchMs, warmUpMs } });

/** Returns null if the graphics card fails. @throws the signal's reason */
async function loadOnGpu(options: BackendOptions, isTried: boolean): Promise<Candidate | null> {
  try {
    return await load(options, 'webgpu', isTried);
  } catch {
    options.signal.throwIfAborted();
    return null;
  }
}

/** @param isTried whether a trial follows */
async function load(
  { model, threads, device, signal }: BackendOptions,
  backend: BackendChoice['backend'],
  isTried: boolean,
): Promise<Candidate> {
  signal.throwIfAborted();
  const connection = connect<PreviewContract>(device.startWorker());
  const end = () => connection[Symbol.dispose]();
  signal.addEventListener('abort', end, { once: true });
  try {
    const { loadMs, gpuMs } = device.patience;
    const loading = connection.call('load', { model, threads, backend, isTried });
    return { connection, answer: await inTime(backend === 'webgpu' ? gpuMs : loadMs, loading) };
  } catch (error) {
    end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Waits for a worker, for a limited time. */
export async function inTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  using watchdog = createWatchdog(limitMs, () => new WorkerError('preview.engine_failed', 'time-out'));
  return await watchdog.guard(work);
}
