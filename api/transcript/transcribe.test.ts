import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EngineInput, TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { silentLog } from '#api/lib/log.ts';
import { openLine } from '#api/line.ts';
import { limits } from '#api/contract/limits.ts';
import { as, testLine } from '#api/recording/test-line.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createPeaks } from '#wasm/peaks/peaks.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createTranscribeJob } from './transcribe.job.ts';

/** Patience for a busy machine; what is waited for comes as quickly as it can. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

type Line = Awaited<ReturnType<typeof testLine>>;
type Sentence = { text: string; start: number; end: number };

const modelsDir = join(import.meta.dirname, '../../models');
const audioDir = join(modelsDir, 'fixture/audio');
const expectations = JSON.parse(await readFile(join(audioDir, 'expected.json'), 'utf8')) as {
  file: string;
  text: string;
  sentences: Sentence[];
}[];
const expectedOf = (file: string) => expectations.find((entry) => entry.file === file)!;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The real line over a test's data, with the fixture model. */
async function open(line: Line, modelsDirs = [modelsDir]) {
  const config = {
    dataDir: line.dataDir,
    modelsDirs,
    modelSource: null,
    transcriptionModel: 'fixture',
    transcriptionSlots: 1,
    quotaBytes: null,
  };
  const opened = await openLine({
    config,
    db: line.db,
    clock: line.clock,
    log: silentLog(),
    queueTimes: { tickMs: 5 },
  });
  onTestFinished(() => opened.close());
  return opened;
}

async function withAudio(file: string, metadata: Record<string, unknown> = {}) {
  const line = await testLine();
  await line.uploaded(await readFile(join(audioDir, file)), { name: file, type: 'audio/wav' });
  const answer = await line.completeWith(metadata);
  expect(answer.status).toBe(200);
  return line;
}

const rowOf = async ({ sessions, owner, session }: Line) => (await sessions.find(owner, session.id))!;
const untilStatus = (line: Line, status: string) =>
  eventually(async () => expect((await rowOf(line)).status).toBe(status));

describe('transcribing with the real model', () => {
  it('turns a conversation into its transcript', async () => {
    const line = await withAudio('de_conversation.wav');
    const { progressOf, transcriptOf } = await open(line);
    await untilStatus(line, 'completed');
    const row = await rowOf(line);
    expect(row).toMatchObject({ reason: null, notice: null });
    expect(row.duration).toBeCloseTo(28.4, 0);
    const transcript = (await transcriptOf(line.session.id))!;
    expect(transcript).toMatchObject({
      version: 1,
      engine: 'fixture',
      partial: false,
      speakers: { A: { name: '' } },
    });
    expect(wordsOf(transcript.segments.map(({ text }) => text).join(' '))).toEqual(
      wordsOf(expectedOf('de_conversation.wav').text),
    );
    expect(transcript.segments.map(({ id }) => id)).toEqual(
      transcript.segments.map((_, index) => `s${index + 1}`),
    );
    await expect.poll(() => progressOf(line.session.id), { timeout: 20_000 }).toBeNull();
    expect(await readdir(line.tmpDir)).toEqual([]);
  });

  it('goes on from its checkpoint after a restart in the middle', async () => {
    const speech = expectedOf('de_conversation.wav').sentences.map(({ start, end }) => [start, end]);
    const line = await withAudio('de_conversation.wav', { speech });
    const first = await open(line);
    await eventually(async () => {
      const progress = await first.progressOf(line.session.id);
      expect(progress?.done).toBeGreaterThan(0);
    });
    await first.close();
    const half = (await line.transcripts.latest(line.session.id))!;
    expect(half.partial).toBe(true);
    const job = await line.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();
    expect(job).toMatchObject({ state: 'queued', lease_owner: null });
    expect(JSON.parse(job.checkpoint!)).toMatchObject({ version: 1, seq: half.segments.length });
    // a mark that would be written over by a run that began anew
    await line.db.updateTable('segment').set({ text: 'from the first life' }).where('seq', '=', 0).execute();

    await open(line);
    await untilStatus(line, 'completed');
    const whole = (await line.transcripts.latest(line.session.id))!;
    expect(whole.version).toBe(1);
    expect(whole.segments[0]?.text).toBe('from the first life');
    const [, ...rest] = whole.segments;
    const [, ...expected] = expectedOf('de_conversation.wav').sentences;
    expect(wordsOf(rest.map(({ text }) => text).join(' '))).toEqual(
      wordsOf(expected.map(({ text }) => text).join(' ')),
    );
  });

  it('waits as pending while the model is missing, and goes on by itself when it is there', async () => {
    const line = await withAudio('de_1.wav');
    const store = await testFolder();
    const { transcriptionState } = await open(line, [store]);
    await eventually(async () => {
      expect(await rowOf(line)).toMatchObject({ status: 'pending', reason: 'transcription.model_missing' });
    });
    expect(transcriptionState()).toMatchObject({ status: 'missing', name: 'fixture' });
    const { rev } = await rowOf(line);
    await cp(join(modelsDir, 'fixture'), join(store, 'fixture'), { recursive: true });
    await untilStatus(line, 'completed');
    expect(await rowOf(line)).toMatchObject({ reason: null });
    expect(transcriptionState()).toMatchObject({ status: 'ok' });
    expect(rev).toBeLessThan((await rowOf(line)).rev);
  });

  it('says that nobody speaks', async () => {
    const line = await withAudio('silence.wav');
    const { transcriptOf } = await open(line);
    await untilStatus(line, 'completed');
    expect(await rowOf(line)).toMatchObject({ notice: 'no_speech' });
    expect(await transcriptOf(line.session.id)).toMatchObject({ partial: false, segments: [], speakers: {} });
  });

  it('says that the audio cannot be read', async () => {
    const line = await testLine();
    await line.uploaded(Buffer.from('this is no sound '.repeat(1_000)));
    await line.completeWith({});
    await open(line);
    await untilStatus(line, 'error');
    expect(await rowOf(line)).toMatchObject({ reason: 'transcription.audio_unreadable' });
  });

  it('stops without a trace when the session is cleared', async () => {
    const line = await withAudio('de_conversation.wav');
    const opened = await open(line);
    await untilStatus(line, 'transcribing');
    await opened.clear(line.session.id);
    await line.sessions.remove(line.owner, line.session.id);
    for (const folder of ['audio', 'tmp'])
      expect(await readdir(join(line.dataDir, folder)).catch(() => [])).toEqual([]);
    expect(await line.db.selectFrom('segment').selectAll().execute()).toEqual([]);
  });
});

describe('what a plain client of the API does not send', () => {
  const peaksOf = async (line: Line) => {
    const path = `/api/v1/sessions/${line.session.id}/peaks`;
    const answer = await line.openApp().request(path, { headers: as(line.user) });
    return { status: answer.status, pairs: new Int8Array(await answer.arrayBuffer()) };
  };

  it('is measured from the sound: peaks for the ruler, and the length', async () => {
    const line = await withAudio('de_conversation.wav', { duration: 10 });
    expect((await peaksOf(line)).status).toBe(404);
    await open(line);
    await untilStatus(line, 'completed');
    const { duration } = await rowOf(line);
    expect(duration).toBeCloseTo(28.45, 1);
    const { status, pairs } = await peaksOf(line);
    expect(status).toBe(200);
    // the file is mono and of the rate that is decoded to: the same samples
    const { samples, sampleRate } = fromWav(await readFile(join(audioDir, 'de_conversation.wav')));
    const peaks = createPeaks({ sampleRate, channels: 1, rate: limits.peaksRate });
    peaks.push(samples);
    expect(pairs).toEqual(peaks.finish());
  });

  it('is there as soon as the work has begun, and is not measured again after a restart', async () => {
    const line = await withAudio('de_conversation.wav');
    const first = await open(line);
    await eventually(async () => {
      expect((await first.progressOf(line.session.id))?.done).toBeGreaterThan(0);
    });
    const { peaks_key: key } = (await line.sessions.audioOf(line.session.id))!;
    expect(key).not.toBeNull();
    expect((await rowOf(line)).duration).toBeCloseTo(28.45, 1);
    await first.close();
    await open(line);
    await untilStatus(line, 'completed');
    expect((await line.sessions.audioOf(line.session.id))!.peaks_key).toBe(key);
    expect(await readdir(join(line.dataDir, 'peaks'))).toEqual([key!.split('/')[1]]);
  });

  it('leaves the peaks alone that a client has sent', async () => {
    const line = await testLine();
    await line.uploaded(await readFile(join(audioDir, 'de_1.wav')), { name: 'a.wav', type: 'audio/wav' });
    await line.completeWith({}, Uint8Array.of(255, 1));
    await open(line);
    await untilStatus(line, 'completed');
    expect([...(await peaksOf(line)).pairs]).toEqual([-1, 1]);
  });
});

describe('the job', () => {
  /** The job with an engine of the test. */
  function queueWith(line: Line, transcribe: TranscriptionEngine['transcribe']) {
    const { clock, sessions, storage, transcripts, tmpDir } = line;
    const engine: TranscriptionEngine = {
      name: 'test',
      missing: () => null,
      transcribe,
      close: async () => {},
    };
    return line.openQueue([createTranscribeJob({ clock, sessions, storage, transcripts, engine, tmpDir })]);
  }

  it('ends with a reason when the audio has passed its retention before its turn came', async () => {
    const line = await withAudio('de_1.wav');
    await line.db.updateTable('audio').set({ deleted_at: line.clock.now(), storage_key: '' }).execute();
    await queueWith(line, async function* () {}).start();
    await untilStatus(line, 'error');
    expect(await rowOf(line)).toMatchObject({ reason: 'transcription.audio_deleted' });
  });

  it('asks for the language of the session, Swiss German as German, and hands over the map of the speech', async () => {
    const line = await withAudio('de_1.wav', { speech: [[0.4, 2.5]] });
    await line.sessions.update(line.session.id, { language: 'de-CH' });
    const asked: EngineInput[] = [];
    await queueWith(line, async function* (input) {
      asked.push(input);
      yield { segments: [], upToS: 2.5 };
    }).start();
    await untilStatus(line, 'completed');
    expect(asked).toMatchObject([{ language: 'de', speech: [[0.4, 2.5]], fromS: 0 }]);
  });

  it('shows each part as it comes, with growing progress and revision', async () => {
    const line = await withAudio('de_1.wav');
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const queue = queueWith(line, async function* () {
      const word = { text: 'eins', start: 0, end: 1, confidence: 1 };
      yield { segments: [{ start: 0, end: 1, text: 'eins', words: [word] }], upToS: 1 };
      await steps[0]?.promise;
      yield { segments: [{ start: 2, end: 3, text: 'zwei', words: [] }], upToS: 3 };
      await steps[1]?.promise;
    });
    await queue.start();
    const seen = async () => {
      const transcript = await line.transcripts.latest(line.session.id);
      const progress = await queue.progressOf(line.session.id);
      return {
        texts: transcript?.segments.map(({ text }) => text),
        partial: transcript?.partial,
        done: progress?.done,
      };
    };
    await expect.poll(seen, { timeout: 20_000 }).toEqual({ texts: ['eins'], partial: true, done: 1 });
    const { rev, status } = await rowOf(line);
    expect(status).toBe('transcribing');
    steps[0]?.resolve();
    await expect.poll(seen, { timeout: 20_000 }).toEqual({ texts: ['eins', 'zwei'], partial: true, done: 3 });
    await expect.poll(async () => (await rowOf(line)).rev, { timeout: 20_000 }).toBeGreaterThan(rev);
    steps[1]?.resolve();
    await untilStatus(line, 'completed');
  });

  it('fails the session only when the attempts are used up, and writes no part twice', async () => {
    const line = await withAudio('de_1.wav');
    let attempts = 0;
    const queue = queueWith(line, async function* ({ fromS }) {
      attempts++;
      if (fromS === 0) yield { segments: [{ start: 0, end: 1, text: 'eins', words: [] }], upToS: 1 };
      throw new Error('the process of the model ended');
    });
    await queue.start();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await eventually(() => expect(attempts).toBe(attempt));
      await eventually(async () => {
        const [job] = await line.db.selectFrom('job').selectAll().execute();
        expect(job?.state).toBe(attempt === 3 ? 'failed' : 'queued');
      });
      line.clock.advance(60_000);
    }
    await untilStatus(line, 'error');
    expect(await rowOf(line)).toMatchObject({ reason: 'transcription.failed' });
    expect((await line.transcripts.latest(line.session.id))?.segments).toHaveLength(1);
  });
});
