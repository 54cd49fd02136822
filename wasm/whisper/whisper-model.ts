import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-web';
import { z } from 'zod';
import { createLogMel } from '#wasm/transcription/log-mel.ts';
import { createDecoder, internalOutputs } from './decoder.ts';
import type { Heard } from './hypothesis.rules.ts';
import { promptOf, type PromptTokens } from './prompt.rules.ts';
import type { Token, Vocabulary } from './tokens.rules.ts';
import { trialSound } from './trial-sound.ts';

/**
 * What the model runs on: `onnxruntime-node` in the server, `onnxruntime-web` in the page. Paths are those of the
 * files in the model's folder. The types of both packages are the same.
 */
export type WhisperRuntime = {
  readonly Tensor: TensorConstructor;
  readJson(path: string): Promise<unknown>;
  /** @param internal names of the outputs that only the next run reads; they may stay in the memory of the graphics card */
  openSession(path: string, internal: readonly string[]): Promise<InferenceSession>;
  /** Returns the bytes of the text in UTF-8 divided by the bytes of its zlib form; 0 for an empty text. */
  compressionRatioOf(text: string): number | Promise<number>;
};

export type WhisperModel = {
  vocabulary: Vocabulary;
  /** Transcribes samples at 16 kHz that are at most as long as one window of the model. */
  decode(
    samples: Float32Array,
    language: string,
    vocabulary: readonly string[],
  ): Promise<Heard & { prompt: number[] }>;
  /** Runs both graphs once, so that memory is allocated and code compiled before the first window. */
  warmUp(): Promise<void>;
  /** Transcribes the beginning of a fixed sound, so that two back ends can be compared. */
  tryOut(): Promise<Trial>;
};

/** Times, ms: `firstMs` until the first token, `tokenMs` for each further one; and the tokens that were written. */
export type Trial = { firstMs: number; tokenMs: number; tokens: Token[] };

/** Quantisation of the weights (`models/manifest.ts`). */
export type WeightType = 'q8';

const ids = z.array(z.number().int());
const generationSchema = z.object({
  decoder_start_token_id: z.number().int(),
  eos_token_id: z.union([z.number().int(), ids]),
  lang_to_id: z.record(z.string(), z.number().int()),
  task_to_id: z.object({ transcribe: z.number().int() }),
  no_timestamps_token_id: z.number().int(),
  suppress_tokens: ids.nullish(),
  begin_suppress_tokens: ids.nullish(),
  max_initial_timestamp_index: z.number().int().nullish(),
});
type Generation = Pick<
  z.infer<typeof generationSchema>,
  'decoder_start_token_id' | 'task_to_id' | 'lang_to_id'
>;
const objectSchema = z.record(z.string(), z.unknown());
const configSchema = z.object({
  d_model: z.number().int(),
  decoder_layers: z.number().int(),
  decoder_attention_heads: z.number().int(),
  num_mel_bins: z.number().int(),
  max_source_positions: z.number().int(),
  max_target_positions: z.number().int(),
});

// Suffixes of the names of weight files in the published exports.
const suffixes = { q8: '_quantized' } as const satisfies Record<WeightType, string>;
// Smallest allowed limit for the first timestamp, in steps of 0.02 s. A window may begin with 1 s without words, as in
// Whisper's reference program. Published configurations have a lower value by mistake.
const leastFirstStep = 50;
// Number of tokens that `tryOut` writes.
const trialTokens = 8;
// Duration of one encoder position: two frames of 10 ms.
const positionS = 0.02;

/**
 * Loads Whisper. The tokenizer is that of the library, but the two graphs are run directly: the library's generation
 * copies the logits of the whole vocabulary several times per token.
 */
export async function loadWhisper(runtime: WhisperRuntime, weights: WeightType): Promise<WhisperModel> {
  const { Tensor, readJson } = runtime;
  const config = configSchema.parse(await readJson('config.json'));
  const generation = generationSchema.parse(await readJson('generation_config.json'));
  const open = (name: string, internal: readonly string[]) =>
    runtime.openSession(`onnx/${name}${suffixes[weights]}.onnx`, internal);
  const [encoder, session] = await Promise.all([
    open('encoder_model', ['last_hidden_state']),
    open('decoder_model_merged', internalOutputs(config.decoder_layers)),
  ]);
  const { decode, prompt } = await openVocabulary(readJson, generation);
  const mel = createLogMel(config.num_mel_bins, config.max_source_positions * positionS);
  const endOfText = [generation.eos_token_id].flat()[0] as number;
  const firstTimestamp = generation.no_timestamps_token_id + 1;
  const decoder = createDecoder(
    { session, Tensor },
    {
      layers: config.decoder_layers,
      heads: config.decoder_attention_heads,
      headSize: config.d_model / config.decoder_attention_heads,
      startOfTranscript: generation.decoder_start_token_id,
      // In every vocabulary of this family the token "no speech" precedes "no timestamps".
      noSpeech: generation.no_timestamps_token_id - 1,
      maxPositions: config.max_target_positions,
    },
    {
      endOfText,
      firstTimestamp,
      suppressed: generation.suppress_tokens ?? [],
      suppressedFirst: generation.begin_suppress_tokens ?? [],
      latestFirstStep: Math.max(leastFirstStep, generation.max_initial_timestamp_index ?? 0),
    },
  );

  const encode = async (samples: Float32Array): Promise<Tensor> => {
    const features = new Tensor('float32', mel.compute(samples), [1, config.num_mel_bins, mel.frames]);
    const { last_hidden_state: encoded } = await encoder.run({ input_features: features });
    return encoded as Tensor;
  };

  return {
    vocabulary: { endOfText, firstTimestamp, decode },
    async decode(samples, language, vocabulary) {
      const given = promptOf(language, vocabulary, prompt);
      const decoded = await decoder.decode(await encode(samples), given);
      const text = decode(decoded.tokens.flatMap(({ id }) => (id < endOfText ? [id] : [])));
      const compressionRatio = await runtime.compressionRatioOf(text.trim());
      return { ...decoded, compressionRatio, prompt: given };
    },
    async warmUp() {
      // The second token is the first one that uses the cache.
      await decoder.decode(await encode(new Float32Array(0)), [prompt.startOfTranscript], 2);
    },
    async tryOut() {
      const sound = trialSound();
      // The encoder alone cannot be timed: a graphics card answers before it has computed.
      const write = async (count: number) => {
        const startedAt = performance.now();
        const { tokens } = await decoder.decode(await encode(sound), promptOf('en', [], prompt), count);
        return { tokens, ms: performance.now() - startedAt };
      };
      const { ms: firstMs } = await write(1);
      const { ms, tokens } = await write(trialTokens);
      return { firstMs, tokenMs: Math.max(0, ms - firstMs) / Math.max(1, tokens.length - 1), tokens };
    },
  };
}

export async function openVocabulary(readJson: WhisperRuntime['readJson'], generation: Generation) {
  const [tokenizerJson, settings] = await Promise.all(
    ['tokenizer.json', 'tokenizer_config.json'].map(async (path) => objectSchema.parse(await readJson(path))),
  );
  const tokenizer = new Tokenizer(tokenizerJson!, settings!);
  const prompt: PromptTokens = {
    startOfTranscript: generation.decoder_start_token_id,
    transcribe: generation.task_to_id.transcribe,
    languages: new Map(
      Object.entries(generation.lang_to_id).map(([token, id]) => [token.replaceAll(/[<|>]/gu, ''), id]),
    ),
    startOfPrevious: tokenizer.token_to_id('<|startofprev|>') ?? null,
    encode: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
  };
  // The library refuses to decode an empty list.
  const decode = (tokenIds: number[]) =>
    tokenIds.length === 0 ? '' : tokenizer.decode(tokenIds, { skip_special_tokens: true });
  return { decode, prompt };
}
