import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { captureCodes } from '#api/contract/recording.ts';
import { sessionDetailSchema } from '#api/contract/session.ts';
import { rowToDetail } from '#api/session-view/session-view.ts';
import { client, codeOf, idOf, type TestPipeline } from '#api/testing/test-upload-client.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { defaultRetention } from '#api/domain/domain.store.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';

const sound = Buffer.from('a recording that came in parts');
const sha256 = createHash('sha256').update(sound).digest('hex');
const announced = { mode: 'record', sha256, bytes: sound.length, parts: 2 };
const answerOf = async (answer: Response) => ({ http: answer.status, ...((await answer.json()) as object) });
const filesOf = (pipeline: TestPipeline, folder = 'audio') =>
  readdir(join(pipeline.dataDir, folder)).catch(() => []);
const detailOf = async (pipeline: TestPipeline) => {
  const row = (await pipeline.sessions.find(pipeline.owner, pipeline.session.id))!;
  const audio = await pipeline.sessions.audioOf(row.id);
  const transcript = await pipeline.transcripts.latest(row.id);
  return sessionDetailSchema.parse(
    rowToDetail(row, {
      audio,
      transcript,
      progress: null,
      data: {},
      former: {},
      showsSurvey: false,
      nowMs: pipeline.clock.now(),
      retention: defaultRetention,
    }),
  );
};

/** Uploads this many bytes of a recording; returns the path of the upload. */
async function sent(pipeline: TestPipeline, bytes = sound.length): Promise<string> {
  const { recording, patch } = client(pipeline);
  const path = await recording();
  await patch(path, 0, sound.subarray(0, 12));
  if (bytes > 12) await patch(path, 12, sound.subarray(12, bytes));
  return path;
}

describe('a finished recording', () => {
  it('is taken with its marks, its beginning and its mode, also when its session has waited for 20 hours', async () => {
    const pipeline = await testPipeline();
    pipeline.clock.advance(20 * 3_600_000);
    await sent(pipeline);
    const markers = [
      { at: 9, kind: 'gap', code: 'capture.crashed', text: '' },
      { at: 1.5, kind: 'user', text: 'Beschluss' },
      { at: 4, kind: 'warning', code: 'capture.too_quiet' },
      { at: 5, kind: 'warning', code: 'capture.of_a_later_version' },
    ];
    const metadata = { ...announced, markers, duration: 12.5, started_at: '2026-11-20T09:00:00Z' };
    expect(await answerOf(await pipeline.completeWith(metadata))).toEqual({ http: 200, status: 'pending' });
    const detail = await detailOf(pipeline);
    expect(detail).toMatchObject({ status: 'pending', duration: 12.5, audio: { bytes: sound.length } });
    expect(detail.markers).toEqual([
      { at: 1.5, kind: 'user', code: '', text: 'Beschluss' },
      { at: 4, kind: 'warning', code: 'capture.too_quiet', text: '' },
      { at: 5, kind: 'warning', code: 'capture.of_a_later_version', text: '' },
      { at: 9, kind: 'gap', code: 'capture.crashed', text: '' },
    ]);
    expect(await pipeline.sessions.find(pipeline.owner, pipeline.session.id)).toMatchObject({
      mode: 'record',
      started_at: Date.UTC(2026, 10, 20, 9),
    });
  });

  it('may carry every code that a page knows', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline);
    const markers = captureCodes.map((code, at) => ({ at, kind: 'warning', code }));
    expect((await pipeline.completeWith({ ...announced, markers })).status).toBe(200);
    expect((await detailOf(pipeline)).markers).toMatchObject(markers);
  });

  it('is incomplete while fewer bytes are there than announced, and says how many', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline, 20);
    expect(await answerOf(await pipeline.completeWith(announced))).toMatchObject({
      http: 409,
      code: 'recording.incomplete',
      have: { bytes: 20, sha256: null },
    });
  });

  it('is refused if the server has more bytes than announced: the device may have lost its end', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline);
    const kept = sound.subarray(0, 20);
    const short = { mode: 'record', bytes: 20, sha256: createHash('sha256').update(kept).digest('hex') };
    const refusal = { http: 409, code: 'recording.digest_mismatch', have: { bytes: sound.length, sha256 } };
    expect(await answerOf(await pipeline.completeWith(short))).toMatchObject(refusal);
    expect(await answerOf(await pipeline.completeWith({ ...announced, bytes: 20 }))).toMatchObject(refusal);
    await client(pipeline).patch(path, sound.length, new Uint8Array(), {
      'upload-length': String(sound.length),
    });
    expect(await answerOf(await pipeline.completeWith({ bytes: 20 }))).toMatchObject(refusal);
    expect(await client(pipeline).offset(path)).toBe(sound.length);
    expect((await pipeline.completeWith(announced)).status).toBe(200);
    expect(await answerOf(await pipeline.completeWith({ bytes: 20 }))).toMatchObject(refusal);
  });

  it('is found beside uploads that were given up: its beginnings are removed with their files, others stay', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline, 5);
    const path = await sent(pipeline);
    pipeline.clock.advance(1_000);
    await sent(pipeline, 20);
    await pipeline.uploaded(Buffer.from('quite another file'));
    expect((await pipeline.completeWith(announced)).status).toBe(200);
    expect((await pipeline.sessions.audioOf(pipeline.session.id))?.storage_key).toBe(audioKey(idOf(path)));
    const [other, ...rest] = await pipeline.uploads.ofSession(pipeline.session.id);
    expect([other!.file_name, rest]).toEqual(['aufnahme.mp3', []]);
    expect((await filesOf(pipeline)).toSorted()).toEqual([idOf(path), other!.id].toSorted());
    // A client that still sends one of them gets an error.
    expect(await codeOf(await client(pipeline).create())).toBe('upload.already_complete');
  });

  it('is completed once by calls that come together, with one job, one draft and one set of peaks', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline);
    const metadata = { ...announced, draft: [{ start: 0, end: 1, text: 'Guten Tag' }] };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => pipeline.completeWith(metadata, Uint8Array.of(1, 2))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await pipeline.db.selectFrom('job').selectAll().execute()).toHaveLength(1);
    expect(await pipeline.db.selectFrom('transcript').selectAll().execute()).toHaveLength(1);
    expect(await filesOf(pipeline, 'peaks')).toHaveLength(1);
  });

  it('waits for a part that is still being written, and that one cannot change it afterwards', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, 20);
    const gate = Promise.withResolvers<void>();
    const rest = new ReadableStream({
      async start(controller) {
        controller.enqueue(sound.subarray(20));
        await gate.promise;
        controller.close();
      },
    });
    const last = client(pipeline).patch(path, 20, rest);
    await eventually(async () =>
      expect(await pipeline.storage.size(audioKey(idOf(path)))).toBe(sound.length),
    );
    const answer = pipeline.completeWith(announced);
    gate.resolve();
    expect([(await last).status, (await answer).status]).toEqual([204, 200]);
    expect(await codeOf(await client(pipeline).patch(path, 20, Buffer.from('something else')))).toBe(
      'upload.not_found',
    );
    expect(await readFile(join(pipeline.dataDir, audioKey(idOf(path))))).toEqual(sound);
  });

  it('of a session that was deleted meanwhile leaves nothing', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline);
    const digest = pipeline.storage.sha256;
    vi.spyOn(pipeline.storage, 'sha256').mockImplementation(async (key) => {
      const hex = await digest(key);
      await pipeline.sessions.remove(pipeline.owner, pipeline.session.id);
      return hex;
    });
    expect(await answerOf(await pipeline.completeWith(announced, Uint8Array.of(1, 2)))).toMatchObject({
      http: 404,
      code: 'session.not_found',
    });
    expect(await filesOf(pipeline, 'peaks')).toEqual([]);
    expect(await pipeline.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });
});

describe('a dictation', () => {
  const draft = [
    { start: 4, end: 6.5, text: ' wir beginnen ' },
    { start: 0.4, end: 3, text: 'Guten Tag' },
    { start: 7, end: 7, text: '  ' },
  ];

  it('shows what was understood until its transcription is there', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline);
    expect((await pipeline.completeWith({ ...announced, mode: 'dictation', draft })).status).toBe(200);
    expect((await detailOf(pipeline)).transcript).toEqual({
      version: 1,
      engine: 'dictation',
      partial: true,
      draft: { engine: 'dictation', model: '', from: 'd1' },
      speakers: { A: { name: '' } },
      segments: [
        { id: 'd1', speaker: 'A', start: 0.4, end: 3, text: 'Guten Tag', words: [], doubt: null },
        { id: 'd2', speaker: 'A', start: 4, end: 6.5, text: 'wir beginnen', words: [], doubt: null },
      ],
      unapplied: [],
    });
  });

  it.each([[[]], [[{ start: 0, end: 1, text: ' ' }]], [undefined]])(
    'in which nothing was understood has no draft: %j',
    async (nothing) => {
      const pipeline = await testPipeline();
      await sent(pipeline);
      await pipeline.completeWith({ ...announced, mode: 'dictation', draft: nothing });
      expect((await detailOf(pipeline)).transcript).toBeNull();
    },
  );

  it('may be as long as two and a half hours of fast speech cut into words', async () => {
    const pipeline = await testPipeline();
    await sent(pipeline);
    const long = Array.from({ length: 20_000 }, (_, at) => ({ start: at, end: at + 1, text: `Wort ${at}` }));
    expect((await pipeline.completeWith({ ...announced, mode: 'dictation', draft: long })).status).toBe(200);
    const segments = (await detailOf(pipeline)).transcript!.segments;
    expect(segments).toHaveLength(20_000);
    expect(segments.at(-1)).toMatchObject({ id: 'd20000', text: 'Wort 19999' });
  });
});
