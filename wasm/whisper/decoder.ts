import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-web';
import { chooseToken, probabilityOf, type ChoiceRules } from './logits.rules.ts';
import type { Token } from './tokens.rules.ts';

type DecoderShape = {
  layers: number;
  heads: number;
  headSize: number;
  startOfTranscript: number;
  noSpeech: number;
  /** Size of the context that prompt and output share, tokens. */
  maxPositions: number;
};

export type Decoded = {
  tokens: Token[];
  noSpeech: number;
  /** Mean natural logarithm of the probabilities of all output tokens, including the end token. */
  meanLogProbability: number;
};

type Decoder = {
  /** Disposes of `encoded`. @param maxTokens largest number of output tokens */
  decode(encoded: Tensor, prompt: readonly number[], maxTokens?: number): Promise<Decoded>;
};

type Tensors = Record<string, Tensor>;

export type DecoderSession = {
  run(feeds: Tensors, fetches: readonly string[]): Promise<InferenceSession.OnnxValueMapType>;
};

type DecoderRuntime = {
  session: DecoderSession;
  /** Creates tensors of the session's runtime. */
  Tensor: TensorConstructor;
};

// Default of `maxTokens`: half of the context, as in Whisper's reference program.
const maxNewTokens = 224;

/** Returns the names of the decoder's attention keys and values, without the prefix that graphs give them. */
const cacheNames = (layers: number, side: 'decoder' | 'encoder'): string[] =>
  Array.from({ length: layers }, (_, layer) => [`${layer}.${side}.key`, `${layer}.${side}.value`]).flat();

/** Returns the outputs of the graph that only go into its next run. */
export const internalOutputs = (layers: number): string[] =>
  [...cacheNames(layers, 'decoder'), ...cacheNames(layers, 'encoder')].map((name) => `present.${name}`);

/**
 * Creates a greedy decoder with the merged decoder graph of the published exports. Its first pass reads the prompt and
 * computes the cross-attention keys; each later pass reads one token. Only the outputs that are needed are fetched.
 */
export function createDecoder(
  { session, Tensor }: DecoderRuntime,
  shape: DecoderShape,
  rules: ChoiceRules,
): Decoder {
  const { layers, heads, headSize } = shape;
  const own = cacheNames(layers, 'decoder');
  const encoderNames = cacheNames(layers, 'encoder');
  const stepFetches = ['logits', ...own.map((name) => `present.${name}`)];
  const firstFetches = ['logits', ...internalOutputs(layers)];
  const nothing = () => new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize]);
  const idsTensor = (ids: readonly number[]) =>
    new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const useCache = (value: boolean) => new Tensor('bool', Uint8Array.of(value ? 1 : 0), [1]);

  const run = async (feeds: Tensors, fetches: readonly string[]) =>
    (await session.run(feeds, fetches)) as Tensors;
  const keep = (feeds: Tensors, outputs: Tensors, names: readonly string[]) => {
    for (const name of names) {
      // A tensor of a graphics card is not freed by itself.
      feeds[`past_key_values.${name}`]?.dispose();
      feeds[`past_key_values.${name}`] = outputs[`present.${name}`] as Tensor;
    }
  };

  return {
    async decode(encoded, prompt, maxTokens = maxNewTokens) {
      const feeds: Tensors = {
        input_ids: idsTensor(prompt),
        encoder_hidden_states: encoded,
        use_cache_branch: useCache(false),
      };
      for (const name of [...own, ...encoderNames]) feeds[`past_key_values.${name}`] = nothing();
      let outputs = await run(feeds, firstFetches);
      const begin = prompt.indexOf(shape.startOfTranscript);
      const noSpeech = probabilityOf(rowOf(outputs, begin), shape.noSpeech);
      keep(feeds, outputs, [...own, ...encoderNames]);
      feeds['use_cache_branch'] = useCache(true);

      const tokens: Token[] = [];
      const written: number[] = [];
      let sum = 0;
      const most = Math.min(maxTokens, shape.maxPositions - prompt.length);
      for (;;) {
        const { id, logProbability } = chooseToken(rowOf(outputs, -1), written, rules);
        sum += logProbability;
        tokens.push({ id, probability: Math.exp(logProbability) });
        written.push(id);
        if (id === rules.endOfText || tokens.length >= most) break;
        feeds['input_ids'] = idsTensor([id]);
        outputs = await run(feeds, stepFetches);
        keep(feeds, outputs, own);
      }
      for (const tensor of Object.values(feeds)) tensor.dispose();
      return { tokens, noSpeech, meanLogProbability: sum / tokens.length };
    },
  };
}

/** Returns the logits of one position. Position −1 is the last one. */
function rowOf(outputs: Tensors, position: number): Float32Array {
  const logits = outputs['logits'] as Tensor;
  const [, positions = 0, size = 0] = logits.dims;
  const at = position < 0 ? positions + position : position;
  return (logits.data as Float32Array).subarray(at * size, (at + 1) * size);
}
