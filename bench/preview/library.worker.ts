import { env, pipeline, type AutomaticSpeechRecognitionPipeline } from '@huggingface/transformers';
import type { Task, Timed } from './preview-task.ts';

// The bundler would take `new URL('…', import.meta.url)` for an asset.
const here = import.meta.url;

/** Opens the pipeline of transformers.js on the same runtime and the same model. */
async function openLibrary({ url, threads }: Task): Promise<(sound: Float32Array) => Promise<Timed>> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useBrowserCache = false;
  // The library takes a path for its own server, not an address.
  const { pathname } = new URL(url);
  env.localModelPath = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error('The library has no WebAssembly.');
  wasm.numThreads = threads;
  wasm.wasmPaths = new URL('../../node_modules/onnxruntime-web/dist/', here).href;
  const id = pathname.slice(pathname.lastIndexOf('/') + 1);
  const options = { dtype: 'q8', device: 'wasm' } as const;
  const recognise = (await pipeline(
    'automatic-speech-recognition',
    id,
    options,
  )) as AutomaticSpeechRecognitionPipeline;
  return async (sound) => {
    const startedAt = performance.now();
    const output = await recognise(sound, { language: 'de', task: 'transcribe', return_timestamps: true });
    if ([output].flat().every(({ text }) => text === '')) throw new Error('A window has no text.');
    return { ms: performance.now() - startedAt };
  };
}

let opened: ((sound: Float32Array) => Promise<Timed>) | undefined;
self.addEventListener('message', async ({ data }: MessageEvent<Task | Float32Array>) => {
  try {
    if (data instanceof Float32Array) return self.postMessage(await opened?.(data));
    opened = await openLibrary(data);
    self.postMessage({ ms: 0 } satisfies Timed);
  } catch (error) {
    self.postMessage({ failure: String(error) });
  }
});
