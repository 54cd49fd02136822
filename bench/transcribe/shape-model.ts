import { createWriteStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Field } from './protobuf.ts';
import { decoderFile } from './shape-decoder.ts';
import { encoderFile } from './shape-encoder.ts';
import { shapes, soundPositions, textPositions, vocabularySize, type Shape } from './whisper-shape.ts';

/** Ids of the multilingual vocabulary (the published generation_config.json). */
const ids = {
  endOfText: 50_257,
  startOfTranscript: 50_258,
  languages: { en: 50_259, de: 50_261, fr: 50_265, it: 50_274 },
  translate: 50_358,
  transcribe: 50_359,
  startOfLm: 50_360,
  startOfPrevious: 50_361,
  noSpeech: 50_362,
  noTimestamps: 50_363,
  firstTimestamp: 50_364,
};
const stepsPerS = 50;

/**
 * Returns the script of a window of `windowS` s, with `tokens` tokens in all: sentences with timestamps, and the end
 * token.
 */
function scriptOf(tokens: number, windowS: number): number[] {
  const sentence = 12;
  const timestamp = (s: number) => ids.firstTimestamp + Math.round(s * stepsPerS);
  const text = (index: number) => 1_000 + ((index * 7_919) % 40_000);
  const count = Math.floor((tokens - 1) / (sentence + 2));
  const said = Array.from({ length: count }, (_, index) => [
    timestamp((index * windowS) / count),
    ...Array.from({ length: sentence }, (_, word) => text(index * sentence + word)),
    timestamp(((index + 1) * windowS) / count),
  ]).flat();
  // The remaining tokens go into the last sentence.
  const rest = Array.from({ length: tokens - 1 - said.length }, (_, index) => text(10_000 + index));
  said.splice(-1, 0, ...rest);
  const before = [ids.languages.de, ids.transcribe];
  const script = [...before, ...said, ids.endOfText];
  return [...script, ...Array.from({ length: textPositions - script.length }, () => ids.endOfText)];
}

/** Returns invented words in the format of the published tokenizer: 50,257 pieces of text, then the special tokens. */
function tokenizer() {
  const letters = (id: number): string =>
    id < 26 ? String.fromCharCode(97 + id) : `${letters(Math.floor(id / 26) - 1)}${letters(id % 26)}`;
  const vocab = Object.fromEntries(
    Array.from({ length: ids.endOfText }, (_, id) => [`${id < 256 ? '' : 'Ġ'}${letters(id)}`, id]),
  );
  const named: [number, string][] = [
    [ids.endOfText, 'endoftext'],
    [ids.startOfTranscript, 'startoftranscript'],
    ...Object.entries(ids.languages).map(([language, id]): [number, string] => [id, language]),
    [ids.translate, 'translate'],
    [ids.transcribe, 'transcribe'],
    [ids.startOfLm, 'startoflm'],
    [ids.startOfPrevious, 'startofprev'],
    [ids.noSpeech, 'nospeech'],
    [ids.noTimestamps, 'notimestamps'],
  ];
  const added = named.map(([id, name]) => ({ id, content: `<|${name}|>`, special: true }));
  const times = Array.from({ length: vocabularySize - ids.firstTimestamp }, (_, step) => ({
    id: ids.firstTimestamp + step,
    content: `<|${(step / stepsPerS).toFixed(2)}|>`,
    special: false,
  }));
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [...added, ...times].map((token) => ({ ...token, ...flags })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: byteLevel,
    decoder: byteLevel,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab,
      merges: [],
    },
  };
}

const special = '<|endoftext|>';

function configs({ width, heads, encoderLayers, decoderLayers, melBins }: Shape): Record<string, unknown> {
  const common = { decoder_start_token_id: ids.startOfTranscript, eos_token_id: ids.endOfText };
  const filler = { bos_token_id: ids.endOfText, pad_token_id: ids.endOfText };
  return {
    'config.json': {
      architectures: ['WhisperForConditionalGeneration'],
      model_type: 'whisper',
      ...common,
      ...filler,
      d_model: width,
      encoder_layers: encoderLayers,
      decoder_layers: decoderLayers,
      encoder_attention_heads: heads,
      decoder_attention_heads: heads,
      is_encoder_decoder: true,
      num_mel_bins: melBins,
      vocab_size: vocabularySize,
      max_length: textPositions,
      max_source_positions: soundPositions,
      max_target_positions: textPositions,
    },
    'generation_config.json': {
      ...common,
      ...filler,
      is_multilingual: true,
      max_length: textPositions,
      lang_to_id: Object.fromEntries(Object.entries(ids.languages).map(([name, id]) => [`<|${name}|>`, id])),
      task_to_id: { transcribe: ids.transcribe, translate: ids.translate },
      no_timestamps_token_id: ids.noTimestamps,
      prev_sot_token_id: ids.startOfPrevious,
      max_initial_timestamp_index: 50,
      suppress_tokens: [
        ids.startOfTranscript,
        ids.translate,
        ids.transcribe,
        ids.startOfLm,
        ids.startOfPrevious,
      ],
      begin_suppress_tokens: [220, ids.endOfText],
    },
    'preprocessor_config.json': {
      feature_extractor_type: 'WhisperFeatureExtractor',
      processor_class: 'WhisperProcessor',
      chunk_length: 30,
      feature_size: melBins,
      hop_length: 160,
      n_fft: 400,
      n_samples: 480_000,
      nb_max_frames: 3_000,
      padding_side: 'right',
      padding_value: 0,
      sampling_rate: 16_000,
    },
    'tokenizer.json': tokenizer(),
    'tokenizer_config.json': {
      tokenizer_class: 'WhisperTokenizer',
      add_prefix_space: false,
      model_max_length: 1_024,
      bos_token: special,
      eos_token: special,
      unk_token: special,
      pad_token: special,
    },
  };
}

export type ShapeModel = { dir: string; encoderBytes: number; decoderBytes: number };

/**
 * Writes a model of a published size below `folder`. It has the true shape, random weights, and `tokensPerWindow`
 * tokens per window (including the end) for any sound. Speed depends only on the shape, so the model is as fast as the
 * published one. Its text is nonsense.
 */
export async function writeShapeModel(
  id: keyof typeof shapes,
  folder: string,
  { tokensPerWindow, windowS }: { tokensPerWindow: number; windowS: number },
): Promise<ShapeModel> {
  const dir = join(folder, id);
  await mkdir(join(dir, 'onnx'), { recursive: true });
  const shape = shapes[id];
  for (const [name, content] of Object.entries(configs(shape)))
    await writeFile(join(dir, name), JSON.stringify(content));
  const write = async (name: string, parts: Field): Promise<number> => {
    const path = join(dir, 'onnx', `${name}_quantized.onnx`);
    await pipeline(Readable.from(parts), createWriteStream(path));
    return (await stat(path)).size;
  };
  return {
    dir,
    encoderBytes: await write('encoder_model', encoderFile(shape)),
    decoderBytes: await write('decoder_model_merged', decoderFile(shape, scriptOf(tokensPerWindow, windowS))),
  };
}
