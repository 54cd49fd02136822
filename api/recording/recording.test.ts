import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits, MB } from '#api/contract/limits.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { clearSession } from './clear-session.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;
const sound = Buffer.from('the sound of a meeting');
const sha256 = createHash('sha256').update(sound).digest('hex');
const answerOf = async (answer: Response) => ({ http: answer.status, ...((await answer.json()) as object) });
const jobsOf = ({ db }: TestPipeline) => db.selectFrom('job').selectAll().execute();
const rowOf = async ({ sessions, owner, session }: TestPipeline) => (await sessions.find(owner, session.id))!;

describe('recording-complete', () => {
  it('makes the upload the audio of the session and queues its transcription', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(sound);
    const verdict = {
      grade: 'good',
      reasons: [],
      loudness_lufs: -23,
      true_peak_dbtp: -1,
      snr_db: 24,
      speech_share: 0.7,
    };
    const metadata = {
      sha256,
      verdict,
      duration: 61.5,
      mode: 'record',
      started_at: '2026-11-20T10:00:00+01:00',
      speech: [[0.5, 6.8]],
      markers: [{ at: 1.5, kind: 'user' }],
      timemap: [[0, 12.5]],
    };
    const before = await rowOf(pipeline);
    expect(await answerOf(await pipeline.completeWith(metadata, Uint8Array.of(1, 2)))).toEqual({
      http: 200,
      status: 'pending',
    });
    const row = await rowOf(pipeline);
    expect(row).toMatchObject({
      status: 'pending',
      duration: 61.5,
      mode: 'record',
      started_at: Date.UTC(2026, 10, 20, 9),
    });
    expect(row.rev).toBeGreaterThan(before.rev);
    expect(JSON.parse(row.speech!)).toEqual([[0.5, 6.8]]);
    expect(JSON.parse(row.verdict!)).toEqual(verdict);
    expect(JSON.parse(row.markers)).toEqual([{ at: 1.5, kind: 'user', code: '', text: '' }]);
    expect(JSON.parse(row.timemap!)).toEqual([[0, 12.5]]);
    const audio = await pipeline.sessions.audioOf(pipeline.session.id);
    expect(audio).toMatchObject({ bytes: sound.length, sha256, file_name: 'aufnahme.mp3' });
    expect(await pipeline.storage.size(audio!.peaks_key!)).toBe(2);
    expect(row.thumbnail).toHaveLength(60);
    expect(await pipeline.uploads.ofSession(pipeline.session.id)).toEqual([]);
    expect(await jobsOf(pipeline)).toMatchObject([
      { name: 'transcribe', session_id: pipeline.session.id, state: 'queued' },
    ]);
  });

  it('answers the same when it comes again, and queues one job when it comes twice at once', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(sound);
    const answers = await Promise.all([
      pipeline.completeWith({ sha256 }),
      pipeline.completeWith({ sha256 }),
      pipeline.completeWith({}),
    ]);
    for (const answer of answers) expect(await answerOf(answer)).toEqual({ http: 200, status: 'pending' });
    expect(await jobsOf(pipeline)).toHaveLength(1);
    expect((await pipeline.completeWith({ sha256 })).status).toBe(200);
    expect(await jobsOf(pipeline)).toHaveLength(1);
  });

  it('refuses another digest, before and after, and says what is there', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(sound);
    const refusal = { http: 409, code: 'recording.digest_mismatch', have: { bytes: sound.length, sha256 } };
    expect(await answerOf(await pipeline.completeWith({ sha256: 'f'.repeat(64) }))).toMatchObject(refusal);
    expect((await rowOf(pipeline)).status).toBe('new');
    await pipeline.completeWith({ sha256 });
    expect(await answerOf(await pipeline.completeWith({ sha256: 'f'.repeat(64) }))).toMatchObject(refusal);
  });

  it('refuses a number of bytes that is not what is there, with no digest to tell by', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(sound);
    const have = { bytes: sound.length, sha256 };
    expect(await answerOf(await pipeline.completeWith({ bytes: sound.length - 1 }))).toMatchObject({
      http: 409,
      code: 'recording.digest_mismatch',
      have,
    });
    expect((await pipeline.completeWith({ bytes: sound.length })).status).toBe(200);
  });

  it('says how many bytes are there when some are missing', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(sound);
    const [upload] = await pipeline.uploads.ofSession(pipeline.session.id);
    await pipeline.uploads.declareLength(upload!.id, sound.length + 10);
    const have = { bytes: sound.length, sha256: null };
    expect(await answerOf(await pipeline.completeWith({ sha256 }))).toMatchObject({
      http: 409,
      code: 'recording.incomplete',
      have,
    });
  });

  it('takes the upload with the right digest among several, and one of undeclared length only by its digest', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(sound);
    const [upload] = await pipeline.uploads.ofSession(pipeline.session.id);
    await pipeline.db.updateTable('upload').set({ length: null }).execute();
    pipeline.clock.advance(1);
    await pipeline.uploaded(Buffer.from('another try'));
    expect((await pipeline.completeWith({ sha256 })).status).toBe(200);
    expect((await pipeline.sessions.audioOf(pipeline.session.id))?.storage_key).toBe(`audio/${upload!.id}`);
  });

  it('needs an upload, a session of one’s own and a body that fits', async () => {
    const pipeline = await testPipeline();
    expect(await answerOf(await pipeline.completeWith({}))).toMatchObject({
      http: 409,
      code: 'recording.no_audio',
    });
    const other = await buildSession(pipeline.db, ownerOf(await buildUser(pipeline.db)));
    expect(await answerOf(await pipeline.completeWith({}, undefined, other.id))).toMatchObject({ http: 404 });
    await pipeline.uploaded(sound);
    const longest = limits.maxAcceptedAudioS;
    const tooLong = await answerOf(await pipeline.completeWith({ duration: longest + 0.1 }));
    expect(tooLong).toMatchObject({
      http: 400,
      code: 'request.invalid',
      errors: [{ path: 'metadata.duration' }],
    });
    const odd = await answerOf(await pipeline.completeWith({}, new Uint8Array(3)));
    expect(odd).toMatchObject({ http: 400, errors: [{ path: 'peaks' }] });
    const large = await answerOf(await pipeline.completeWith({}, new Uint8Array(MB + 2)));
    expect(large).toMatchObject({ http: 413, code: 'request.too_large' });
    expect((await rowOf(pipeline)).status).toBe('new');
    expect((await pipeline.completeWith({ duration: longest })).status).toBe(200);
  });
});

describe('clearing a session', () => {
  it('stops its work and removes its audio, peaks and unfinished uploads', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(Buffer.from('an earlier try'));
    pipeline.clock.advance(1);
    await pipeline.uploaded(sound);
    await pipeline.completeWith({ sha256 }, new Uint8Array(4));
    await clearSession(pipeline, pipeline.session.id);
    expect(await jobsOf(pipeline)).toEqual([]);
    expect(await readdir(join(pipeline.dataDir, 'audio'))).toEqual([]);
    expect(await readdir(join(pipeline.dataDir, 'peaks'))).toEqual([]);
  });
});
