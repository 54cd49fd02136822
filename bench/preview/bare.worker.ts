import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { enginePaths } from '#workers/engines.ts';
import type { Task, Timed } from './preview-task.ts';

const headSize = 64;
const soundPositions = 1_500;
/** `<|startoftranscript|>`, the language, `<|transcribe|>`. */
const promptTokens = 3;

/**
 * Opens the two ONNX sessions alone, with the steps of a window: the encoder once, the prompt once, then one token at a
 * time.
 */
async function openBare({ url, threads, tokensPerWindow, shape }: Task): Promise<() => Promise<Timed>> {
  env.wasm.numThreads = threads;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  const options = { executionProviders: ['wasm'], logSeverityLevel: 3 } as const;
  const open = (name: string) => InferenceSession.create(`${url}/onnx/${name}_quantized.onnx`, options);
  const encoder = await open('encoder_model');
  const decoder = await open('decoder_model_merged');
  const { decoderLayers, heads, melBins } = shape;
  const frames = 2 * soundPositions;
  const features = Float32Array.from({ length: melBins * frames }, (_, i) => Math.sin(i));
  const names = (side: string) =>
    Array.from({ length: decoderLayers }, (_, layer) => [
      `${layer}.${side}.key`,
      `${layer}.${side}.value`,
    ]).flat();
  const own = names('decoder');
  const ofSound = names('encoder');
  const idsOf = (...ids: number[]) => new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const useCache = (value: number) => new Tensor('bool', Uint8Array.of(value), [1]);

  return async () => {
    const startedAt = performance.now();
    const input = new Tensor('float32', features, [1, melBins, frames]);
    const { last_hidden_state: sound } = await encoder.run({ input_features: input });
    const encodedAt = performance.now();
    const feeds: Record<string, Tensor> = {
      input_ids: idsOf(...Array<number>(promptTokens).fill(1)),
      encoder_hidden_states: sound as Tensor,
      use_cache_branch: useCache(0),
    };
    for (const name of [...own, ...ofSound])
      feeds[`past_key_values.${name}`] = new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize]);
    for (let step = 0; step < tokensPerWindow; step++) {
      const kept = step === 0 ? [...own, ...ofSound] : own;
      const outputs = await decoder.run(feeds, ['logits', ...kept.map((name) => `present.${name}`)]);
      for (const name of kept) feeds[`past_key_values.${name}`] = outputs[`present.${name}`] as Tensor;
      feeds['input_ids'] = idsOf(1);
      feeds['use_cache_branch'] = useCache(1);
    }
    const endedAt = performance.now();
    return {
      ms: endedAt - startedAt,
      encoderMs: encodedAt - startedAt,
      decoderMs: endedAt - encodedAt,
    };
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
