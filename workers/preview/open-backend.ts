import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import { chooseBackend, type BackendChoice } from './backend.rules.ts';
import type { LoadAnswer, PreviewContract, PreviewLoaded, PreviewModel } from './preview.contract.ts';

/** What the browser gives to a preview; tests replace it. */
export type PreviewDevice = {
  startWorker(): Worker;
  hasGpu(): Promise<boolean>;
  /**
   * Time limits, ms. `loadMs` includes the download over a slow connection. `gpuPartsMs` holds until all is there that a
   * graphics card needs, `gpuMs` for loading and for a window on it, since the processor can take its place.
   */
  patience: { loadMs: number; gpuPartsMs: number; gpuMs: number; windowMs: number };
};

export type BackendOptions = {
  model: PreviewModel;
  threads: number;
  device: PreviewDevice;
  /** An abort ends the loading, and its worker. */
  signal: AbortSignal;
};

/** A worker that holds the model. Who opened it disposes of its connection. */
export type OpenedBackend = { connection: Connection<PreviewContract>; loaded: PreviewLoaded };

type Candidate = { connection: Connection<PreviewContract>; answer: LoadAnswer };

/** Chooses the processor because the graphics card cannot be used. */
const without = (backendReason: 'gpu_failed' | 'gpu_not_tried'): BackendChoice => ({
  backend: 'wasm',
  backendReason,
});

/** Loads the model on the given back end. Where the graphics card fails, the processor takes its place. */
export async function openBackend(options: BackendOptions, choice: BackendChoice): Promise<OpenedBackend> {
  if (choice.backend === 'webgpu') {
    const gpu = await loadOnGpu(options, false);
    return typeof gpu === 'string' ? openBackend(options, without(gpu)) : toOpened(gpu, choice, options);
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
    if (typeof gpu === 'string') return toOpened(wasm, without(gpu), options);
    const choice = chooseBackend(wasm.answer.trial!, gpu.answer.trial!);
    const [better, other] = choice.backend === 'webgpu' ? [gpu, wasm] : [wasm, gpu];
    kept = better;
    other.connection[Symbol.dispose]();
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

/** Returns what happened if the graphics card cannot be used. @throws the signal's reason */
async function loadOnGpu(
  options: BackendOptions,
  isTried: boolean,
): Promise<Candidate | 'gpu_failed' | 'gpu_not_tried'> {
  let hasBegun = false;
  try {
    return await load(options, 'webgpu', isTried, () => (hasBegun = true));
  } catch {
    options.signal.throwIfAborted();
    return hasBegun ? 'gpu_failed' : 'gpu_not_tried';
  }
}

/** @param isTried whether a trial follows */
async function load(
  { model, threads, device, signal }: BackendOptions,
  backend: BackendChoice['backend'],
  isTried: boolean,
  onGpuBegins = () => {},
): Promise<Candidate> {
  signal.throwIfAborted();
  const connection = connect<PreviewContract>(device.startWorker());
  const end = () => connection[Symbol.dispose]();
  signal.addEventListener('abort', end, { once: true });
  try {
    const { loadMs, gpuPartsMs, gpuMs } = device.patience;
    using watchdog = createWatchdog(backend === 'webgpu' ? gpuPartsMs : loadMs, timeOut);
    const onEvent = () => {
      watchdog.feed(gpuMs);
      onGpuBegins();
    };
    const loading = connection.call('load', { model, threads, backend, isTried }, { onEvent });
    return { connection, answer: await watchdog.guard(loading) };
  } catch (error) {
    end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const timeOut = () => new WorkerError('preview.engine_failed', 'time-out');

/** Waits for a worker, for a limited time. */
export async function inTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  using watchdog = createWatchdog(limitMs, timeOut);
  return await watchdog.guard(work);
}
