import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { firstOrAll } from '#wasm/testing/long-test.ts';
import { silentLog } from '#api/lib/log.ts';
import { answerShapes, listenWith, testAsrServer } from '#api/testing/engine/asr-server.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import { describeEngine } from '#api/testing/suite/transcription-engine-suite.ts';
import { fixtureDir } from '#api/testing/engine/expected.ts';
import { collect, inputOf, wordsOf } from '#api/testing/engine/test-engine-input.ts';
import { createRemoteEngine } from '#api/engines/transcription/remote/remote-engine.ts';
import { createWhisperEngine } from '#api/engines/transcription/whisper/whisper-engine.ts';

const createEmbedded = () =>
  createWhisperEngine({
    model: findTranscriptionModel('fixture')!,
    locate: () => fixtureDir,
    missing: () => null,
    threads: 1,
  });

// The embedded engine under test also serves all test servers, so that the model is loaded once.
const embedded = createEmbedded();
afterAll(() => embedded.close());

/** A server with the fixture model, and a remote engine with parts of 10 s. */
async function openRemote(changes: Parameters<typeof testAsrServer>[1] = {}) {
  const server = await testAsrServer(listenWith(embedded), changes);
  const engine = createRemoteEngine({
    url: server.url,
    key: null,
    model: 'fixture',
    partBytes: 24e6,
    partS: 10,
    log: silentLog(),
  });
  onTestFinished(() => engine.close());
  return { engine, server };
}

describeEngine('the embedded model', async () => embedded);
describeEngine('another server', async () => (await openRemote()).engine);

describe('another server, however it tells what it heard', () => {
  it.each(firstOrAll(answerShapes))(
    '%s: every word is there, signs and all, where it was said',
    async (shape) => {
      const { engine } = await openRemote({ shape });
      const input = await inputOf('de_1.wav');
      const { segments } = await collect(engine.transcribe(input));
      const text = 'Der Arzt kommt morgen um ein Uhr. Die Besprechung endet am Mittwoch um fünf Uhr.';
      expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
      const words = segments.flatMap((segment) => segment.words);
      expect(wordsOf(words.map((word) => word.text).join(' '))).toEqual(wordsOf(text));
      const second = words.find((word) => word.text === 'Die')!;
      expect(Math.abs(second.start - 2.8)).toBeLessThan(0.4);
      expect(words.at(-1)!.end).toBeLessThan(5.7);
    },
  );
});
