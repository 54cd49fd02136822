import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { enginePaths } from '#workers/engines.ts';
import { createBareWindow } from '../transcribe/bare-window.ts';
import type { Task, Timed } from './preview-task.ts';

/** Opens the two ONNX sessions alone in this worker. */
async function openBare({ url, threads, tokensPerWindow, shape }: Task): Promise<() => Promise<Timed>> {
  env.wasm.numThreads = threads;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  const options = { executionProviders: ['wasm'], logSeverityLevel: 3 } as const;
  const open = (name: string) => InferenceSession.create(`${url}/onnx/${name}_quantized.onnx`, options);
  const [encoder, decoder] = [await open('encoder_model'), await open('decoder_model_merged')];
  const window = createBareWindow({ Tensor, encoder, decoder, shape, tokensPerWindow });
  return async () => {
    const { encoderMs, decoderMs } = await window();
    return { ms: encoderMs + decoderMs, encoderMs, decoderMs };
  };
}

let opened: (() => Promise<Timed>) | undefined;
self.addEventListener('message', async ({ data }: MessageEvent<Task | Float32Array>) => {
  try {
    if (data instanceof Float32Array) return self.postMessage(await opened?.());
    opened = await openBare(data);
    self.postMessage({ ms: 0 } satisfies Timed);
  } catch (error) {
    self.postMessage({ failure: String(error) });
  }
});
