import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#api/lib/log.ts';
import { openPipeline } from '#api/pipeline.ts';
import { limits } from '#api/contract/limits.ts';
import { testChoice } from '#api/testing/test-choice.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createPeaks } from '#wasm/waveform/peaks.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { testTranscribeJob, threeSeconds } from '#api/testing/test-transcribe.ts';
import { eventually } from '#wasm/testing/eventually.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;
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

/** The real pipeline over a test's data, with the fixture model. */
async function open(line: TestPipeline, modelsDirs = [modelsDir]) {
  const config = {
    dataDir: line.dataDir,
    modelsDirs,
    modelSource: null,
    transcriptionModel: 'fixture',
    transcriptionSlots: 1,
    environment: 'test' as const,
    asrUrl: null,
    asrKey: null,
    asrModel: '',
    asrPartBytes: 0,
    llmUrl: null,
    llmKey: null,
    llmModel: '',
    llmContext: 8_192,
  };
  const { parts, health, close } = await openPipeline({
    config,
    db: line.db,
    ...testChoice(line.db, line.clock),
    clock: line.clock,
    log: silentLog(),
    queueTimes: { tickMs: 5, recheckMs: 50 },
  });
  onTestFinished(() => close());
  return {
    close,
    clear: parts.session.clear,
    progressOf: parts.processing.queue.progressOf,
    transcriptOf: parts.notes.transcriptOf,
    transcriptionState: health.transcriptionState,
  };
}

async function withAudio(file: string, metadata: Record<string, unknown> = {}) {
  const line = await testPipeline();
  await line.uploaded(await readFile(join(audioDir, file)), { name: file, type: 'audio/wav' });
  const answer = await line.completeWith(metadata);
  expect(answer.status).toBe(200);
  return line;
}

const rowOf = async ({ sessions, owner, session }: TestPipeline) => (await sessions.find(owner, session.id))!;
const untilStatus = (line: TestPipeline, status: string) =>
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
      speakers: { A: { name: '' }, B: { name: '' } },
    });
    expect(wordsOf(transcript.segments.map(({ text }) => text).join(' '))).toEqual(
      wordsOf(expectedOf('de_conversation.wav').text),
    );
    expect(transcript.segments.map(({ id }) => id)).toEqual(
      transcript.segments.map((_, index) => `s${index + 1}`),
    );
    await expect.poll(() => progressOf(line.session.id)).toBeNull();
    await expect.poll(() => readdir(line.tmpDir)).toEqual([]);
  });

  it('goes on from its checkpoint after a restart in the middle', async () => {
    const speech = expectedOf('de_conversation.wav').sentences.map(({ start, end }) => [start, end]);
    const line = await withAudio('de_conversation.wav', { speech });
    const measured = async () => (await line.sessions.audioOf(line.session.id))!.peaks_key;
    const first = await open(line);
    await eventually(async () => {
      const progress = await first.progressOf(line.session.id);
      expect(progress?.done).toBeGreaterThan(0);
    });
    // Data that the client did not send is measured when the work begins.
    const key = await measured();
    expect(key).not.toBeNull();
    expect((await rowOf(line)).duration).toBeCloseTo(28.45, 1);
    await first.close();
    const half = (await line.transcripts.latest(line.session.id))!;
    expect(half.partial).toBe(true);
    const job = await line.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();
    expect(job).toMatchObject({ state: 'queued', lease_owner: null });
    expect(JSON.parse(job.checkpoint!)).toMatchObject({ version: 1, seq: half.segments.length });
    // A mark that a run from the beginning would overwrite.
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
    // And is not measured again.
    expect(await measured()).toBe(key);
    expect(await readdir(join(line.dataDir, 'peaks'))).toEqual([key!.split('/')[1]]);
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
    const line = await testPipeline();
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
  const peaksOf = async (line: TestPipeline) => {
    const path = `/api/v1/sessions/${line.session.id}/peaks`;
    const answer = await line.openApp().request(path, { headers: as(line.user) });
    return { status: answer.status, pairs: new Int8Array(await answer.arrayBuffer()) };
  };

  it('is measured from the sound: peaks for the ruler, and the length', async () => {
    const line = await withAudio('de_1.wav', { duration: 10, speech: [[0, 6]] });
    expect((await peaksOf(line)).status).toBe(404);
    await line.openQueue([testTranscribeJob(line)]).start();
    await untilStatus(line, 'completed');
    const { duration } = await rowOf(line);
    expect(duration).toBeCloseTo(6.22, 1);
    const { status, pairs } = await peaksOf(line);
    expect(status).toBe(200);
    // The file is mono at the rate of decoding: the same samples.
    const { samples, sampleRate } = fromWav(await readFile(join(audioDir, 'de_1.wav')));
    const peaks = createPeaks({ sampleRate, channels: 1, rate: limits.peaksRate });
    peaks.push(samples);
    expect(pairs).toEqual(peaks.finish());
  });

  it('leaves the peaks alone that a client has sent', async () => {
    const line = await testPipeline();
    await line.uploaded(Buffer.from('three seconds'));
    await line.completeWith({ speech: [[0, 3]] }, Uint8Array.of(255, 1));
    await line.openQueue([testTranscribeJob(line, { decode: threeSeconds })]).start();
    await untilStatus(line, 'completed');
    expect([...(await peaksOf(line)).pairs]).toEqual([-1, 1]);
  });
});
