import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeToPcm } from '#api/media/media.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { EngineInput, EnginePart, EngineSegment } from '#api/engines/transcription/engine.ts';

type Expected = {
  file: string;
  language: string | null;
  seconds: number;
  text: string;
  sentences: { text: string; start: number; end: number }[];
};

export const fixtureDir = join(import.meta.dirname, '../../../models/fixture');
const expectations = JSON.parse(readFileSync(join(fixtureDir, 'audio/expected.json'), 'utf8')) as Expected[];
export const expectedOf = (file: string): Expected => {
  const found = expectations.find((entry) => entry.file === file);
  if (!found) throw new Error(`The fixture has no ${file}.`);
  return found;
};
export const mapOf = (file: string): TimeSpan[] =>
  expectedOf(file).sentences.map(({ start, end }) => [start, end]);

/** Returns the words for a comparison: in lower case and without punctuation. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export const never = new AbortController().signal;

/** Returns the input for a file of the fixture, with its speech regions. `fields` replace parts of it. */
export async function inputOf(file: string, fields: Partial<EngineInput> = {}): Promise<EngineInput> {
  const path = join(await testFolder(), 'pcm');
  const { samples } = await decodeToPcm({ input: join(fixtureDir, 'audio', file), output: path, maxS: 60 });
  return {
    pcm: { path, samples },
    speech: mapOf(file),
    language: expectedOf(file).language ?? 'en',
    vocabulary: [],
    fromS: 0,
    signal: never,
    ...fields,
  };
}

export async function collect(parts: AsyncIterable<EnginePart>) {
  const segments: EngineSegment[] = [];
  const upTo: number[] = [];
  for await (const part of parts) {
    segments.push(...part.segments);
    upTo.push(part.upToS);
  }
  return { segments, upTo, words: wordsOf(segments.map(({ text }) => text).join(' ')) };
}
