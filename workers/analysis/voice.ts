import type { Kernel } from '#wasm/kernel/kernel.ts';
import { createScriptKernel } from '#wasm/kernel/script-kernel.ts';
import { createSilero } from '#wasm/voice/silero.ts';
import { enginePaths } from '#workers/engines.ts';
import { loadKernel } from '#workers/kernel.ts';
import { WorkerError } from '#workers/rpc.ts';

/** The same network in a general runtime, for browsers without SIMD: slower, and 14 MB to load. */
export async function loadRuntime(): Promise<Kernel> {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm');
  // One thread is twice as fast as two for a network this small.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  const session = await InferenceSession.create(`${enginePaths.silero}silero_vad_v5.onnx`, {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  });
  const createTensor = (data: Float32Array | BigInt64Array, shape: number[]) =>
    data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape);
  return createScriptKernel(() => createSilero({ session, createTensor }));
}

/** What hears speech and resamples: our kernel, or the runtime where there is none. Error: `media.engine_failed`. */
export async function loadVoice(): Promise<Kernel> {
  try {
    return (await loadKernel()) ?? (await loadRuntime());
  } catch (error) {
    throw new WorkerError('media.engine_failed', String(error));
  }
}
