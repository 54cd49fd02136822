import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { promptTokens } from './shape-model.ts';
import { headSize, shapes, soundPositions } from './shape-layers.ts';

/** Setup of the process. Each request is the number of windows to process. */
export type BareSetup = { dir: string; id: keyof typeof shapes; threads: number; tokensPerWindow: number };
export type BareReply = { tookMs: number };

/**
 * Runs only the two ONNX sessions with the steps of a window: the encoder once, the prompt once, then one token at a
 * time.
 */
process.on('disconnect', () => process.exit(0));
const { dir, id, threads, tokensPerWindow } = JSON.parse(process.argv[2] ?? '{}') as BareSetup;
const { decoderLayers, heads, melBins } = shapes[id];
const open = (name: string) =>
  InferenceSession.create(join(dir, 'onnx', `${name}_quantized.onnx`), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
const [encoder, decoder] = await Promise.all([open('encoder_model'), open('decoder_model_merged')]);
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

async function window(): Promise<void> {
  const input = new Tensor('float32', features, [1, melBins, frames]);
  const { last_hidden_state: sound } = await encoder.run({ input_features: input });
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
}

process.on('message', async (windows: number) => {
  const startedAt = performance.now();
  for (let index = 0; index < windows; index++) await window();
  process.send?.({ tookMs: performance.now() - startedAt } satisfies BareReply);
});
process.send?.({ tookMs: 0 } satisfies BareReply);
