import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { firstOrAll, isLong } from '#wasm/testing/long-test.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createWhisperEngine } from './whisper-engine.ts';
import { startWhisper } from './whisper-process.ts';
import { expectedOf, fixtureDir, mapOf, never } from '#api/testing/engine/expected.ts';
import { collect, inputOf, wordsOf } from '#api/testing/engine/test-engine-input.ts';

const createEngine = (idleMs?: number) =>
  createWhisperEngine({
    model: findTranscriptionModel('fixture')!,
    locate: () => fixtureDir,
    missing: () => null,
    threads: 1,
    ...(idleMs === undefined ? {} : { idleMs }),
  });

function openEngine(idleMs?: number) {
  const engine = createEngine(idleMs);
  onTestFinished(() => engine.close());
  return engine;
}

/** Model processes started by this test process. */
const childrenNow = () => {
  try {
    return execFileSync('pgrep', ['-P', String(process.pid), '-f', 'whisper-child'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
};

describe('what the embedded engine hears with the fixture model', () => {
  // Shared, so that the model is loaded once.
  const engine = createEngine();
  afterAll(() => engine.close());

  it.each(firstOrAll(['de_1.wav', 'en_1.wav', 'fr_1.wav', 'it_1.wav']))(
    'writes every word of %s, with times',
    async (file) => {
      const { segments, words } = await collect(engine.transcribe(await inputOf(file)));
      const expected = expectedOf(file);
      expect(words).toEqual(wordsOf(expected.text));
      for (const [index, sentence] of expected.sentences.entries()) {
        expect(Math.abs(segments[index]!.start - sentence.start)).toBeLessThan(0.3);
        expect(Math.abs(segments[index]!.end - sentence.end)).toBeLessThan(0.3);
      }
      for (const { words: timed, start, end, text } of segments) {
        expect(timed.map((word) => word.text).join(' ')).toBe(text);
        expect(timed[0]?.start).toBe(start);
        expect(timed.at(-1)?.end).toBe(end);
        for (const { confidence } of timed) expect(confidence).toBeGreaterThan(0.5);
      }
    },
  );

  it.runIf(isLong)(
    'cuts what is longer than its view at pauses and loses no word, however exact the map is',
    async () => {
      const input = await inputOf('de_conversation.wav');
      const expected = wordsOf(expectedOf('de_conversation.wav').text);
      const coarse: TimeSpan[] = [[0, input.pcm.samples / 16_000]];
      const blind = await collect(engine.transcribe({ ...input, speech: coarse }));
      expect(blind.words).toEqual(expected);
      const mapped = await collect(engine.transcribe(input));
      expect(mapped.words).toEqual(expected);
      expect(mapped.upTo.length).toBeGreaterThan(2);
      expect(mapped.upTo).toEqual(mapped.upTo.toSorted((a, b) => a - b));
      const ends = mapped.segments.flatMap(({ start, end }) => [start, end]);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      expect(mapped.segments.filter(({ doubt }) => doubt !== null)).toEqual([]);
    },
  );

  it.runIf(isLong)('goes on from where a part ended, without saying anything twice', async () => {
    const input = await inputOf('de_conversation.wav');
    const whole = await collect(engine.transcribe(input));
    const rest = await collect(engine.transcribe({ ...input, fromS: whole.upTo[0]! }));
    expect(rest.segments.length).toBeLessThan(whole.segments.length);
    expect(rest.segments.map(({ text }) => text)).toEqual(
      whole.segments.slice(-rest.segments.length).map(({ text }) => text),
    );
    expect(rest.segments[0]!.start).toBeGreaterThanOrEqual(whole.upTo[0]! - 0.01);
  });

  it.runIf(isLong)('hears speech that is very quiet', async () => {
    const input = await inputOf('de_1.wav');
    const loud = await readFile(input.pcm.path);
    const samples = new Int16Array(loud.buffer, loud.byteOffset, loud.length / 2);
    const quiet = samples.map((sample) => Math.round(sample / 150));
    await writeFile(input.pcm.path, Buffer.from(quiet.buffer));
    const { words } = await collect(engine.transcribe(input));
    expect(words).toEqual(wordsOf(expectedOf('de_1.wav').text));
  });

  it('writes nothing where nobody speaks', async () => {
    // A wrong speech map that marks noise as speech.
    const input = await inputOf('silence.wav', { speech: [[0, 4]] });
    const { segments } = await collect(engine.transcribe(input));
    expect(segments).toEqual([]);
  });
});

describe('the process of the embedded engine', () => {
  it('does not start its process for a recording whose map is empty', async () => {
    const before = childrenNow().length;
    const { upTo } = await collect(openEngine().transcribe(await inputOf('de_1.wav', { speech: [] })));
    expect(upTo).toEqual([]);
    expect(childrenNow()).toHaveLength(before);
  });

  it('gives the decoder the language in every window and the words that people corrected, whole', async () => {
    const { pcm } = await inputOf('de_1.wav');
    const process = await startWhisper(
      { modelDir: fixtureDir, dtype: 'q8', threads: 1, hearsTwice: false },
      never,
    );
    onTestFinished(() => process.end());
    const request = { pcmPath: pcm.path, sampleRate: 16_000, startS: 0, endS: 6, speech: mapOf('de_1.wav') };
    const startOfPrevious = 1379;
    for (const [language, languageId] of [
      ['de', 1373],
      ['it', 1375],
    ] as const) {
      const begin = [1371, languageId, 1377];
      const bare = await process.transcribe({ ...request, language, vocabulary: [] }, never);
      for (const prompt of bare.prompts) expect(prompt).toEqual(begin);
      const { prompts } = await process.transcribe(
        { ...request, language, vocabulary: ['Müller', 'Weber'] },
        never,
      );
      const words = prompts[0]!.slice(1, -3);
      expect(prompts[0]).toEqual([startOfPrevious, ...words, ...begin]);
      expect(words).toHaveLength(3);
      for (const prompt of prompts) expect(prompt.slice(-3)).toEqual(begin);
    }
    const unknown = process.transcribe({ ...request, language: 'rm', vocabulary: [] }, never);
    await expect(unknown).rejects.toThrow('has no language "rm"');
  });

  it('fails when its process dies, and works again at the next attempt', async () => {
    const input = await inputOf('de_conversation.wav');
    const engine = openEngine();
    const dying = async () => {
      for await (const _ of engine.transcribe(input))
        for (const pid of childrenNow()) process.kill(pid, 'SIGKILL');
    };
    await expect(dying()).rejects.toThrow('The process of the model ended');
    const { words } = await collect(engine.transcribe(await inputOf('de_1.wav')));
    expect(words).toEqual(wordsOf(expectedOf('de_1.wav').text));
  });

  it('ends its process when it is told to stop', async () => {
    const abort = new AbortController();
    const input = await inputOf('de_conversation.wav', { signal: abort.signal });
    const parts = openEngine().transcribe(input)[Symbol.asyncIterator]();
    await parts.next();
    const second = parts.next();
    abort.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await expect.poll(childrenNow).toEqual([]);
  });

  it('starts no process for a job that has been aborted', async () => {
    const setup = { modelDir: fixtureDir, dtype: 'q8', threads: 1, hearsTwice: false } as const;
    const before = childrenNow();
    await expect(startWhisper(setup, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(childrenNow()).toEqual(before);
  });

  it('gives the memory of its process back when it has been idle', async () => {
    const engine = openEngine(20);
    await collect(engine.transcribe(await inputOf('de_1.wav')));
    await expect.poll(childrenNow).toEqual([]);
  });
});
