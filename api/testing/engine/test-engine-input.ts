import { join } from 'node:path';
import { decodeToPcm } from '#api/media/media.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import type { EngineInput, EnginePart, EngineSegment } from '#api/engines/transcription/engine.ts';
import { expectedOf, fixtureDir, mapOf, never } from './expected.ts';

/** Returns the words for a comparison: in lower case and without punctuation. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

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
