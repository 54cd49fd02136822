import { basename, dirname } from 'node:path';
import {
  AutoModelForSpeechSeq2Seq,
  AutoProcessor,
  env,
  LogitsProcessor,
  LogitsProcessorList,
  type Tensor,
} from '@huggingface/transformers';
import type { WhisperSetup } from './whisper-protocol.ts';
import type { Token, Vocabulary } from './tokens.rules.ts';

type GenerationConfig = {
  no_timestamps_token_id: number;
  eos_token_id: number | number[];
  suppress_tokens?: number[] | null;
};
type Inputs = { past_key_values?: unknown };
type Model = {
  generation_config: GenerationConfig;
  forward(inputs: Inputs): Promise<{ logits: Tensor }>;
  generate(options: Record<string, unknown>): Promise<Tensor>;
};
type Processor = {
  (audio: Float32Array): Promise<{ input_features: Tensor }>;
  tokenizer: { decode(ids: number[], options: { skip_special_tokens: boolean }): string };
};

export type Heard = {
  tokens: Token[];
  /** How sure the model is that nobody speaks, 0 to 1. */
  noSpeech: number;
};

export type WhisperModel = {
  vocabulary: Vocabulary;
  /** Samples at 16 kHz, not longer than the model hears at once. */
  listen(samples: Float32Array, language: string): Promise<Heard>;
};

// half of what the decoder can hold, as the model was trained
const maxNewTokens = 224;

/** Loads Whisper from a folder of this machine and from nowhere else. */
export async function loadWhisper({ modelDir, dtype, threads }: WhisperSetup): Promise<WhisperModel> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = `${dirname(modelDir)}/`;
  const id = basename(modelDir);
  const processor = (await AutoProcessor.from_pretrained(id)) as unknown as Processor;
  const model = (await AutoModelForSpeechSeq2Seq.from_pretrained(id, {
    dtype,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  })) as unknown as Model;

  const {
    no_timestamps_token_id: noTimestamps,
    eos_token_id: endOfText,
    suppress_tokens: suppressed,
  } = model.generation_config;
  // in every vocabulary of this family the token that says "no speech" is the one before "no timestamps"
  const noSpeechId = noTimestamps - 1;
  let noSpeech = 0;
  const forward = model.forward.bind(model);
  model.forward = async (inputs) => {
    const output = await forward(inputs);
    const [, positions = 0, size = 0] = output.logits.dims;
    // the first pass reads the whole prompt: its first position is the one after "start of transcript"
    if (positions > 1)
      noSpeech = probabilityOf(noSpeechId, (output.logits.data as Float32Array).subarray(0, size));
    return output;
  };

  return {
    vocabulary: {
      endOfText: Array.isArray(endOfText) ? (endOfText[0] ?? 0) : endOfText,
      firstTimestamp: noTimestamps + 1,
      decode: (ids) => processor.tokenizer.decode(ids, { skip_special_tokens: true }),
    },
    async listen(samples, language) {
      noSpeech = 0;
      const watcher = new TokenWatcher(suppressed ?? []);
      const processors = new LogitsProcessorList();
      processors.push(watcher);
      const { input_features: inputs } = await processor(samples);
      const output = await model.generate({
        inputs,
        language,
        task: 'transcribe',
        return_timestamps: true,
        // also keeps the library from going over the window a second time by itself
        max_new_tokens: maxNewTokens,
        logits_processor: processors,
      });
      return { tokens: watcher.finish(Array.from(output.data as BigInt64Array, Number)), noSpeech };
    },
  };
}

/** Takes out what is never said, and notes how probable each chosen token was. */
class TokenWatcher extends LogitsProcessor {
  readonly #suppressed: readonly number[];
  readonly #probabilities: number[] = [];
  #promptLength = 0;
  #row: Float32Array | undefined;

  constructor(suppressed: readonly number[]) {
    super();
    this.#suppressed = suppressed;
  }

  // the name that the library calls
  override _call(inputIds: bigint[][], logits: Tensor): Tensor {
    const [ids = []] = inputIds;
    const row = logits.data as Float32Array;
    for (const id of this.#suppressed) row[id] = -Infinity;
    if (this.#row) this.#probabilities.push(probabilityOf(Number(ids.at(-1)), this.#row));
    else this.#promptLength = ids.length;
    this.#row = row.slice();
    return logits;
  }

  /** The tokens after the prompt. */
  finish(sequence: readonly number[]): Token[] {
    const last = sequence.at(-1);
    if (this.#row && last !== undefined) this.#probabilities.push(probabilityOf(last, this.#row));
    return sequence
      .slice(this.#promptLength)
      .map((id, index) => ({ id, probability: this.#probabilities[index] ?? 0 }));
  }
}

function probabilityOf(id: number, logits: Float32Array): number {
  const largest = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  return Math.exp((logits[id] ?? -Infinity) - largest) / sum;
}
