import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOrAll } from '#wasm/testing/long-test.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { EngineInput, EnginePart, TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { expectedOf, never } from '#api/testing/engine/expected.ts';
import { collect, inputOf, wordsOf } from '#api/testing/engine/test-engine-input.ts';

async function soundInput(samples: Int16Array, speech: TimeSpan[]): Promise<EngineInput> {
  const path = join(await testFolder(), 'pcm');
  await writeFile(path, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  return {
    pcm: { path, samples: samples.length },
    speech,
    language: 'de',
    vocabulary: [],
    fromS: 0,
    signal: never,
  };
}

const noise = (seconds: number): Int16Array =>
  Int16Array.from(new Int16Array(randomBytes(seconds * pcmSampleRate * 2).buffer), (sample) => sample >> 5);

/**
 * Defines the tests that every engine must pass (`engine.ts`), with the recordings of the fixture: nothing is lost,
 * doubled, misplaced or invented. They do not measure accuracy.
 * @param open returns an engine, new or used, that knows the words of the fixture and decodes about 10 s at once; the
 * caller closes it
 */
export function describeEngine(name: string, open: () => Promise<TranscriptionEngine>): void {
  describe(`what every engine does: ${name}`, () => {
    // Other tests of this suite transcribe German and Italian recordings.
    it.each(firstOrAll(['fr_1.wav', 'en_1.wav', 'de_1.wav', 'it_1.wav']))(
      'writes what is said in %s in the language that it was told',
      async (file) => {
        const engine = await open();
        const { words, segments } = await collect(engine.transcribe(await inputOf(file)));
        expect(words).toEqual(wordsOf(expectedOf(file).text));
        expect(segments.map(({ doubt }) => doubt)).toEqual(segments.map(() => null));
      },
    );

    it('finishes part by part, in order, with words in order where they were said', async () => {
      const engine = await open();
      const input = await inputOf('de_conversation.wav');
      const { words, segments, upTo } = await collect(engine.transcribe(input));
      expect(words).toEqual(wordsOf(expectedOf('de_conversation.wav').text));
      expect(upTo.length).toBeGreaterThan(1);
      expect(upTo).toEqual([...new Set(upTo)].toSorted((a, b) => a - b));
      for (const { start, end, text, words: timed } of segments) {
        expect(timed.map((word) => word.text).join(' ')).toBe(text);
        const times = [start, ...timed.flatMap((word) => [word.start, word.end]), end];
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const { confidence } of timed) expect(confidence >= 0 && confidence <= 1).toBe(true);
      }
      const edges = segments.flatMap(({ start, end }) => [start, end]);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
      expect(edges.at(-1)).toBeLessThanOrEqual(upTo.at(-1)!);
      for (const { text, start, end } of expectedOf('de_conversation.wav').sentences) {
        const near = segments
          .flatMap((segment) => segment.words)
          .filter((word) => word.end > start && word.start < end);
        expect(near.flatMap((word) => wordsOf(word.text))).toContain(wordsOf(text)[0]);
      }
    });

    it('goes on behind what was finished, and writes exactly the rest', async () => {
      const engine = await open();
      const input = await inputOf('de_conversation.wav');
      const whole: EnginePart[] = [];
      for await (const part of engine.transcribe(input)) whole.push(part);
      const fromS = whole[0]!.upToS;
      const rest = await collect(engine.transcribe({ ...input, fromS }));
      const expected = whole.slice(1).flatMap(({ segments }) => segments);
      expect(rest.words).toEqual(wordsOf(expected.map(({ text }) => text).join(' ')));
      expect(rest.segments[0]!.start).toBeGreaterThanOrEqual(fromS);
      const behind = await collect(engine.transcribe({ ...input, fromS: whole.at(-1)!.upToS }));
      expect(behind.upTo).toEqual([]);
    });

    it('writes nothing where the map knows no speech', async () => {
      const engine = await open();
      const silence = await inputOf('silence.wav');
      expect(await collect(engine.transcribe(silence))).toEqual({ segments: [], upTo: [], words: [] });
      const { segments } = await collect(engine.transcribe(await soundInput(noise(20), [])));
      expect(segments).toEqual([]);
    });

    it('believes nothing that it hears in silence and noise that the map takes for speech', async () => {
      const engine = await open();
      const silent = await soundInput(new Int16Array(8 * pcmSampleRate), [[1, 7]]);
      expect((await collect(engine.transcribe(silent))).segments).toEqual([]);
      const { segments } = await collect(engine.transcribe(await soundInput(noise(8), [[1, 7]])));
      expect(segments.filter(({ doubt }) => doubt === null)).toEqual([]);
    });

    it('takes a vocabulary along without writing it', async () => {
      const engine = await open();
      const vocabulary = ['Xylomed', 'Huber', 'Quodlibet'];
      const { words } = await collect(engine.transcribe(await inputOf('de_1.wav', { vocabulary })));
      expect(words).toEqual(wordsOf(expectedOf('de_1.wav').text));
    });

    it('stops when it is told to, with the reason it was given, and works again afterwards', async () => {
      const engine = await open();
      const abort = new AbortController();
      const input = await inputOf('de_conversation.wav', { signal: abort.signal });
      const parts = engine.transcribe(input)[Symbol.asyncIterator]();
      await parts.next();
      const next = parts.next();
      abort.abort(new Error('enough'));
      await expect(next).rejects.toThrow('enough');
      await expect(collect(engine.transcribe(input))).rejects.toThrow('enough');
      const { words } = await collect(engine.transcribe(await inputOf('it_1.wav')));
      expect(words).toEqual(wordsOf(expectedOf('it_1.wav').text));
    });
  });
}
