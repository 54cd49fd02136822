import { headSize, promptTokens, soundPositions, type Shape } from './whisper-shape.ts';
import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-web';

type BareWindowInput = {
  /** Creates tensors of the runtime of both sessions. */
  Tensor: TensorConstructor;
  encoder: InferenceSession;
  decoder: InferenceSession;
  shape: Pick<Shape, 'decoderLayers' | 'heads' | 'melBins'>;
  tokensPerWindow: number;
};

/**
 * Returns a function that runs only the two ONNX sessions with the steps of a window: the encoder once, the prompt once, then
 * one token at a time. It resolves with the time of the encoder and of the decoder, ms.
 */
export function createBareWindow(input: BareWindowInput) {
  const { Tensor: TensorOf, encoder, decoder, shape, tokensPerWindow } = input;
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
  const idsOf = (...ids: number[]) => new TensorOf('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const useCache = (value: number) => new TensorOf('bool', Uint8Array.of(value), [1]);

  return async (): Promise<{ encoderMs: number; decoderMs: number }> => {
    const startedAt = performance.now();
    const sound = await encoder.run({
      input_features: new TensorOf('float32', features, [1, melBins, frames]),
    });
    const encodedAt = performance.now();
    const feeds: Record<string, Tensor> = {
      input_ids: idsOf(...Array<number>(promptTokens).fill(1)),
      encoder_hidden_states: sound['last_hidden_state'] as Tensor,
      use_cache_branch: useCache(0),
    };
    for (const name of [...own, ...ofSound])
      feeds[`past_key_values.${name}`] = new TensorOf('float32', new Float32Array(0), [
        1,
        heads,
        0,
        headSize,
      ]);
    for (let step = 0; step < tokensPerWindow; step++) {
      const kept = step === 0 ? [...own, ...ofSound] : own;
      const outputs = await decoder.run(feeds, ['logits', ...kept.map((name) => `present.${name}`)]);
      for (const name of kept) feeds[`past_key_values.${name}`] = outputs[`present.${name}`] as Tensor;
      feeds['input_ids'] = idsOf(1);
      feeds['use_cache_branch'] = useCache(1);
    }
    return { encoderMs: encodedAt - startedAt, decoderMs: performance.now() - encodedAt };
  };
}
