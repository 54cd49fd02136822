import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AutoTokenizer, env } from '@huggingface/transformers';
import { expect, it } from 'vitest';
import { openVocabulary } from './whisper-model.ts';

const modelDir = join(import.meta.dirname, '../../models/fixture');
type Peer = {
  decode(ids: number[], options: object): string;
  encode(text: string, options: object): number[];
};

it('reads and writes text as the reference library does', async () => {
  const readJson = async (name: string) => JSON.parse(readFileSync(join(modelDir, name), 'utf8'));
  const { decode, prompt } = await openVocabulary(readJson, await readJson('generation_config.json'));
  env.allowRemoteModels = false;
  env.localModelPath = `${dirname(modelDir)}/`;
  const peer = (await AutoTokenizer.from_pretrained('fixture')) as unknown as Peer;
  for (const text of [' Guten Tag, Herr Müller!', ' 12,5 % – ça va ?', 'l’eau , e poi .', '我', " n't  x"]) {
    const ids = peer.encode(text, { add_special_tokens: false });
    expect(prompt.encode(text)).toEqual(ids);
    expect(decode(ids)).toBe(peer.decode(ids, { skip_special_tokens: true }));
  }
  const every = Array.from({ length: 1_500 }, (_, id) => id);
  expect(decode(every)).toBe(peer.decode(every, { skip_special_tokens: true }));
  expect(decode([])).toBe('');
});
