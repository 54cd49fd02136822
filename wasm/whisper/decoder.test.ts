import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { createDecoder, type DecoderSession } from './decoder.ts';

const folder = join(import.meta.dirname, '../../models/fixture');
const generation = JSON.parse(await readFile(join(folder, 'generation_config.json'), 'utf8')) as {
  decoder_start_token_id: number;
  eos_token_id: number;
  no_timestamps_token_id: number;
  suppress_tokens: number[];
};
const german = [1371, 1373, 1377];

type Run = { ids: number[]; past: number; fetches: string[] };

/** The session of the fixture with a record of its inputs. */
async function openDecoder(rules: { endOfText?: number; suppressed?: number[] } = {}) {
  const session = await InferenceSession.create(join(folder, 'onnx/decoder_model_merged_quantized.onnx'));
  const runs: Run[] = [];
  const watched: DecoderSession = {
    run(feeds, fetches) {
      runs.push({
        ids: Array.from(feeds['input_ids']!.data as BigInt64Array, Number),
        past: feeds['past_key_values.0.decoder.key']!.dims[2]!,
        fetches: [...fetches],
      });
      return session.run(feeds, fetches);
    },
  };
  const decoder = createDecoder(
    { session: watched, Tensor },
    {
      layers: 2,
      heads: 4,
      headSize: 32,
      startOfTranscript: generation.decoder_start_token_id,
      noSpeech: generation.no_timestamps_token_id - 1,
      maxPositions: 448,
    },
    {
      endOfText: generation.eos_token_id,
      firstTimestamp: generation.no_timestamps_token_id + 1,
      suppressed: generation.suppress_tokens,
      suppressedFirst: [],
      latestFirstStep: 500,
      ...rules,
    },
  );
  return { decoder, runs };
}

const sound = () =>
  new Tensor(
    'float32',
    Float32Array.from({ length: 500 * 128 }, (_, at) => Math.sin(at)),
    [1, 500, 128],
  );

describe('the decoder', () => {
  it('gets every token of its prompt, vocabulary included, and afterwards each one that it wrote', async () => {
    const { decoder, runs } = await openDecoder();
    const prompt = [1379, 300, 301, 302, ...german];
    const { tokens } = await decoder.decode(sound(), prompt);
    expect(runs[0]).toMatchObject({ ids: prompt, past: 0 });
    expect(runs).toHaveLength(tokens.length);
    for (const [index, run] of runs.slice(1).entries())
      expect(run).toMatchObject({ ids: [tokens[index]!.id], past: prompt.length + index });
    expect(tokens.at(-1)?.id).toBe(generation.eos_token_id);
  });

  it('takes no more out of the session than it needs', async () => {
    const { decoder, runs } = await openDecoder();
    await decoder.decode(sound(), german);
    expect(runs[0]!.fetches).toHaveLength(1 + 2 * 4);
    expect(runs[1]!.fetches.filter((name) => /encoder|attention/.test(name))).toEqual([]);
  });

  it('stops where nothing more fits, even if the model never ends', async () => {
    const { decoder } = await openDecoder({
      suppressed: [...generation.suppress_tokens, generation.eos_token_id],
    });
    expect((await decoder.decode(sound(), german)).tokens).toHaveLength(224);
    expect((await decoder.decode(sound(), german, 2)).tokens).toHaveLength(2);
    const long = [...Array<number>(300).fill(300), ...german];
    expect((await decoder.decode(sound(), long)).tokens).toHaveLength(448 - 303);
  });

  it('tells how sure it is of each token and of all', async () => {
    const { decoder } = await openDecoder();
    const { tokens, noSpeech, meanLogProbability } = await decoder.decode(sound(), german);
    for (const { probability } of tokens) {
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThanOrEqual(1);
    }
    const sum = tokens.reduce((total, { probability }) => total + Math.log(probability), 0);
    expect(meanLogProbability).toBeCloseTo(sum / tokens.length, 6);
    expect(noSpeech).toBeGreaterThan(0);
    expect(noSpeech).toBeLessThan(1);
  });
});
