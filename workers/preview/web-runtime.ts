import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { WhisperRuntime } from '#wasm/whisper/whisper-model.ts';
import { enginePaths } from '#workers/engines.ts';
import { WorkerError } from '#workers/rpc.ts';
import { compressionRatioOf } from './compression-ratio.ts';
import type { PreviewModel } from './preview.contract.ts';

/**
 * Runs a model in this worker by WebAssembly. The number of threads is fixed by the first session of a worker. More
 * than one thread needs shared memory. Error: `preview.model_missing`.
 */
export function webRuntime(files: PreviewModel['files'], threads: number): WhisperRuntime {
  env.wasm.numThreads = threads;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  const fetchFile = async (path: string): Promise<Response> => {
    const url = files.find((file) => file.path === path)?.url;
    if (url === undefined) throw new WorkerError('preview.model_missing', `The model has no ${path}.`);
    const response = await fetch(url).catch((error: unknown) => {
      throw new WorkerError('preview.model_missing', `${path}: ${String(error)}`);
    });
    if (!response.ok) throw new WorkerError('preview.model_missing', `${path}: ${response.status}`);
    return response;
  };
  return {
    Tensor,
    readJson: async (path) => (await (await fetchFile(path)).json()) as unknown,
    async openSession(path) {
      const graph = new Uint8Array(await (await fetchFile(path)).arrayBuffer());
      return await InferenceSession.create(graph, { executionProviders: ['wasm'], logSeverityLevel: 3 });
    },
    compressionRatioOf,
  };
}
