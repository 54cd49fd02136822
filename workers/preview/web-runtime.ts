import { createMutex } from '#api/shared/mutex.ts';
import type { WhisperRuntime } from '#wasm/whisper/whisper-model.ts';
import { enginePaths } from '#workers/engines.ts';
import { fetchPart, firstMissingPart, missingPart } from '#workers/load-part.ts';
import { loadModelFile, storedModelFile } from '#workers/model/load-model-file.ts';
import { WorkerError } from '#workers/rpc.ts';
import { compressionRatioOf } from './compression-ratio.ts';
import type { PreviewBackend, PreviewModel } from './preview.contract.ts';

/** Each back end has its own build of ONNX Runtime, which is loaded when the back end is used. */
const builds = {
  wasm: { load: () => import('onnxruntime-web/wasm'), file: 'ort-wasm-simd-threaded' },
  webgpu: { load: () => import('onnxruntime-web/webgpu'), file: 'ort-wasm-simd-threaded.asyncify' },
};

/** Addresses of the files that a build loads by itself. */
const partsOf = (backend: PreviewBackend) => {
  const path = enginePaths.ort + builds[backend].file;
  return { mjs: `${path}.mjs`, wasm: `${path}.wasm` };
};

/** Errors: `worker.part_missing`. */
const loadBuild = (backend: PreviewBackend) =>
  builds[backend].load().catch((error: unknown) => {
    throw missingPart(builds[backend].file, error);
  });

/** Fetches a build, so that the browser has it without a server too. Errors: `worker.part_missing`. */
export async function fetchRuntime(backend: PreviewBackend): Promise<void> {
  await loadBuild(backend);
  for (const part of Object.values(partsOf(backend))) await fetchPart(part);
}

// Nobody aborts a download: it ends when its worker is ended.
const never = new AbortController().signal;

export type WebRuntime = WhisperRuntime & {
  /** Aborts when the browser takes the graphics card away. */
  lost: AbortSignal;
};

type RuntimeOptions = { threads: number; backend: PreviewBackend };

/**
 * Runs a model in this worker. The number of threads is fixed by the first session of a worker. More than one thread
 * needs shared memory. Errors: `preview.model_missing`,
 * `worker.part_missing`, those of `loadModelFile` and of ONNX Runtime.
 */
export async function openWebRuntime(
  { files }: PreviewModel,
  { threads, backend }: RuntimeOptions,
): Promise<WebRuntime> {
  const { env, InferenceSession, Tensor } = await loadBuild(backend);
  const parts = partsOf(backend);
  env.wasm.numThreads = threads;
  env.wasm.wasmPaths = parts;
  const losing = new AbortController();
  /** Files that are not on the device, by their path. */
  const early = new Map<string, Uint8Array<ArrayBuffer>>();
  // A graphics card is judged by its own time. What comes over the network comes before that.
  if (backend === 'webgpu') {
    await fetchRuntime(backend);
    for (const modelFile of files)
      if (!(await storedModelFile(modelFile)))
        early.set(modelFile.path, await loadModelFile(modelFile, { signal: never }));
  }
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const modelFile = files.find((entry) => entry.path === path);
    if (!modelFile) throw new WorkerError('preview.model_missing', `The model has no ${path}.`);
    const held = early.get(path);
    early.delete(path);
    return held ?? (await loadModelFile(modelFile, { signal: never }));
  };
  // One graph at a time: then the memory never holds the bytes of two beside their sessions.
  const inTurn = createMutex();
  return {
    Tensor,
    lost: losing.signal,
    readJson: async (path) => JSON.parse(new TextDecoder().decode(await read(path))) as unknown,
    openSession: (path, internal) =>
      inTurn(async () => {
        const session = await InferenceSession.create(await read(path), {
          executionProviders: [backend],
          logSeverityLevel: 3,
          // An arena keeps what one run needed. Without it the memory is smaller, and no run slower.
          enableCpuMemArena: false,
          enableMemPattern: false,
          ...(backend === 'webgpu'
            ? { preferredOutputLocation: Object.fromEntries(internal.map((name) => [name, 'gpu-buffer'])) }
            : {}),
        }).catch(async (error: unknown) => {
          throw (await firstMissingPart(Object.values(parts))) ?? error;
        });
        if (backend === 'webgpu') void watchDevice(env.webgpu.device, losing);
        return session;
      }),
    compressionRatioOf,
  };
}

async function watchDevice(device: Promise<GPUDevice>, losing: AbortController): Promise<void> {
  const { message } = await (await device).lost;
  losing.abort(new WorkerError('preview.engine_failed', `The graphics card was lost: ${message}`));
}
