import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { createOnnxSilero } from '#wasm/reference/onnx-silero.ts';
import type { Detect } from '#wasm/speech/detect.ts';
import { enginePaths } from '#workers/engines.ts';

/** Runs the VAD network by ONNX Runtime in a browser. One thread is twice as fast as two for such a small network. */
export async function createOnnxDetect(): Promise<Detect> {
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  const session = await InferenceSession.create(`${enginePaths.silero}silero_vad_v5.onnx`, {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  });
  return createOnnxSilero({
    session,
    createTensor: (data: Float32Array | BigInt64Array, shape: number[]) =>
      data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape),
  });
}
