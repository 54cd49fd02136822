import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { createLogMel } from '#wasm/transcription/log-mel.ts';
import { createDecoder, type Decoded } from './decoder.ts';
import { promptOf, type PromptTokens } from './prompt.rules.ts';
import type { WhisperSetup } from './whisper-protocol.ts';
import type { Vocabulary } from './tokens.rules.ts';

type DecodedWindow = Decoded & {
  prompt: number[];
};

type WhisperModel = {
  vocabulary: Vocabulary;
  /** Transcribes samples at 16 kHz that are at most as long as one window of the model. */
  decode(samples: Float32Array, language: string, vocabulary: readonly string[]): Promise<DecodedWindow>;
};

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
const suffixes = { q8: '_quantized' } as const satisfies Record<WhisperSetup['dtype'], string>;
// Smallest allowed limit for the first timestamp, in steps of 0.02 s. A window may begin with 1 s without words, as in
// Whisper's reference program. Published configurations have a lower value by mistake.
const leastFirstStep = 50;
// Duration of one encoder position: two frames of 10 ms.
const positionS = 0.02;

/**
 * Loads Whisper from a local folder only. The tokenizer is that of the library, but the two graphs are run directly:
 * the library's generation copies the logits of the whole vocabulary several times per token.
 */
export async function loadWhisper({ modelDir, dtype, threads }: WhisperSetup): Promise<WhisperModel> {
  const config = configSchema.parse(await readJson(modelDir, 'config.json'));
  const generation = generationSchema.parse(await readJson(modelDir, 'generation_config.json'));
  const open = (name: string) =>
    InferenceSession.create(join(modelDir, 'onnx', `${name}${suffixes[dtype]}.onnx`), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      logSeverityLevel: 3,
    });
  const [encoder, decoderSession] = await Promise.all([open('encoder_model'), open('decoder_model_merged')]);
  const { decode, prompt } = await openVocabulary(modelDir, generation);
  const mel = createLogMel(config.num_mel_bins, config.max_source_positions * positionS);
  const endOfText = [generation.eos_token_id].flat()[0] as number;
  const firstTimestamp = generation.no_timestamps_token_id + 1;
  const decoder = createDecoder(
    decoderSession,
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

  return {
    vocabulary: { endOfText, firstTimestamp, decode },
    async decode(samples, language, vocabulary) {
      const given = promptOf(language, vocabulary, prompt);
      const features = new Tensor('float32', mel.compute(samples), [1, config.num_mel_bins, mel.frames]);
      const { last_hidden_state: encoded } = await encoder.run({ input_features: features });
      return { ...(await decoder.decode(encoded as Tensor, given)), prompt: given };
    },
  };
}

const readJson = async (folder: string, name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, name), 'utf8'));

export async function openVocabulary(modelDir: string, generation: Generation) {
  const tokenizer = new Tokenizer(
    objectSchema.parse(await readJson(modelDir, 'tokenizer.json')),
    objectSchema.parse(await readJson(modelDir, 'tokenizer_config.json')),
  );
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
