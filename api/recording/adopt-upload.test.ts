import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { limits } from '#api/contract/limits.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog } from '#api/lib/log.ts';
import { decodeToPcm } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { client, codeOf, encode, idOf, type TestPipeline } from '#api/testing/test-upload-client.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { frameBytes, playsS, recorded, sent, sha256Of } from '#api/testing/test-recording.ts';

const sound = await recorded(3);
const frames = sound.length / frameBytes - 1;

const adopt = (pipeline: TestPipeline, path: string, body: object = { force: true }, user = pipeline.user) =>
  pipeline.openApp().request(`${path}/adopt`, {
    method: 'POST',
    headers: { ...as(user), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const answerOf = async (answer: Response) => ({ http: answer.status, ...((await answer.json()) as object) });
const audioOf = async (pipeline: TestPipeline, id = pipeline.session.id) =>
  (await pipeline.sessions.audioOf(id))!;
const rowOf = async (pipeline: TestPipeline, id = pipeline.session.id) =>
  (await pipeline.sessions.find(pipeline.owner, id))!;
const jobsOf = ({ db }: TestPipeline) => db.selectFrom('job').selectAll().execute();
const sessionsOf = ({ db }: TestPipeline) =>
  db.selectFrom('session').selectAll().orderBy('created_at').execute();
const storedOf = (pipeline: TestPipeline, path: string) =>
  readFile(join(pipeline.dataDir, audioKey(idOf(path))));
const filesOf = (pipeline: TestPipeline) => readdir(join(pipeline.dataDir, 'audio'));

describe('a recording whose device is gone', () => {
  it('is adopted: its bytes are the audio, its length is read from its frames, its transcription is queued', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    pipeline.clock.advance(limits.uploadActiveMs);
    expect(await answerOf(await adopt(pipeline, path, {}))).toEqual({
      http: 200,
      session_id: pipeline.session.id,
      status: 'pending',
    });
    const row = await rowOf(pipeline);
    expect(row).toMatchObject({ status: 'pending', mode: 'record', duration: playsS(frames) });
    expect(row.rev).toBeGreaterThan(pipeline.session.rev);
    expect(await audioOf(pipeline)).toMatchObject({
      storage_key: audioKey(idOf(path)),
      bytes: sound.length,
      sha256: sha256Of(sound),
      file_name: 'r.mp3',
      file_type: 'audio/mpeg',
      created_at: pipeline.clock.now(),
    });
    expect(await jobsOf(pipeline)).toMatchObject([{ name: 'transcribe', session_id: pipeline.session.id }]);
    expect(await pipeline.uploads.ofOwner(pipeline.owner)).toEqual([]);
    // A repeated call gets the same answer.
    expect(await answerOf(await adopt(pipeline, path, {}))).toMatchObject({
      http: 200,
      session_id: pipeline.session.id,
      status: 'pending',
    });
    expect(await jobsOf(pipeline)).toHaveLength(1);
  });

  it('plays as long as its frames say', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound.subarray(0, 40 * frameBytes + 77));
    await adopt(pipeline, path);
    const { duration } = await rowOf(pipeline);
    expect(duration).toBe(playsS(39));
    const [input, output] = [
      join(pipeline.dataDir, audioKey(idOf(path))),
      join(pipeline.dataDir, 'sound.pcm'),
    ];
    const { samples } = await decodeToPcm({ input, output, maxS: 60 });
    expect(samples / pcmSampleRate).toBeCloseTo(duration, 2);
  });

  it.each([
    ['a last frame that is cut off', 7 * frameBytes + 100, 7],
    ['nothing but whole frames', 7 * frameBytes, 7],
    ['one byte of a frame', 7 * frameBytes + 1, 7],
  ])('is cut to whole frames: %s', async (_name, bytes, whole) => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound.subarray(0, bytes));
    expect((await adopt(pipeline, path)).status).toBe(200);
    const kept = sound.subarray(0, whole * frameBytes);
    expect(await audioOf(pipeline)).toMatchObject({ bytes: kept.length, sha256: sha256Of(kept) });
    expect((await storedOf(pipeline, path)).equals(kept)).toBe(true);
    expect(await rowOf(pipeline)).toMatchObject({ duration: playsS(whole - 1) });
  });

  it('keeps frames behind damaged bytes', async () => {
    const pipeline = await testPipeline();
    const [before, after] = [sound.subarray(0, 40 * frameBytes), sound.subarray(40 * frameBytes)];
    const damaged = Buffer.concat([before, randomBytes(333), after]);
    const path = await sent(pipeline, Buffer.concat([damaged, sound.subarray(frameBytes, frameBytes + 50)]));
    expect((await adopt(pipeline, path)).status).toBe(200);
    expect((await storedOf(pipeline, path)).equals(damaged)).toBe(true);
    expect(await rowOf(pipeline)).toMatchObject({ duration: playsS(frames) });
  });

  it('without a tag frame is as long as all its frames', async () => {
    const pipeline = await testPipeline();
    await adopt(pipeline, await sent(pipeline, sound.subarray(frameBytes)));
    expect(await rowOf(pipeline)).toMatchObject({ duration: (frames * 576) / 24_000 });
  });

  it('is adopted also when its length was declared, whole or not', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    await client(pipeline).patch(path, sound.length, new Uint8Array(), {
      'upload-length': String(sound.length + 5_000),
    });
    expect((await adopt(pipeline, path)).status).toBe(200);
    expect(await audioOf(pipeline)).toMatchObject({ bytes: sound.length });
  });

  it('is no longer than what is stored, where a disk has lost the rest', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    await pipeline.storage.truncate(audioKey(idOf(path)), 30 * frameBytes + 9);
    expect((await adopt(pipeline, path)).status).toBe(200);
    expect(await audioOf(pipeline)).toMatchObject({ bytes: 30 * frameBytes });
  });

  it('counts for the quota once, by the bytes that are left', async () => {
    const pipeline = await testPipeline({ quotaBytes: 1_000_000 });
    const path = await sent(pipeline, sound.subarray(0, 50 * frameBytes + 30));
    expect(await pipeline.quota.find(pipeline.owner)).toMatchObject({ used_bytes: 50 * frameBytes + 30 });
    await adopt(pipeline, path);
    expect(await pipeline.quota.find(pipeline.owner)).toMatchObject({ used_bytes: 50 * frameBytes });
  });
});

describe('the server as it is composed', () => {
  it('lists, hands out and takes over what is its person’s, for nobody without a sign-in', async () => {
    const db = testDb();
    const transcribe = { name: transcribeJobName, maxAttempts: 1, retryDelaysMs: [], run: async () => {} };
    // The queue is not started, so that jobs stay queued.
    const queue = createQueue({
      db,
      clock: testClock(),
      log: silentLog(),
      handlers: [transcribe],
      slots: 1,
    });
    const { app, bearer, deps, clock } = await testApp({ db, queue });
    const user = await buildUser(db);
    const session = await buildSession(db, ownerOf(user), { settings: '{"options":[]}' });
    const tus = { ...bearer(user), 'tus-resumable': '1.0.0' };
    const created = await app.request('/api/v1/uploads', {
      method: 'POST',
      headers: {
        ...tus,
        'upload-defer-length': '1',
        'upload-metadata': encode({ session_id: session.id, file_name: 'r.mp3', mode: 'record' }),
      },
    });
    const path = created.headers.get('location')!;
    const octets = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    await app.request(path, {
      method: 'PATCH',
      headers: { ...tus, ...octets },
      body: Uint8Array.from(sound),
    });
    clock.advance(limits.uploadActiveMs);
    for (const [method, at] of [
      ['GET', '/api/v1/uploads'],
      ['GET', path],
      ['HEAD', path],
      ['POST', `${path}/adopt`],
    ] as const)
      expect([method, at, (await app.request(at, { method })).status]).toEqual([method, at, 401]);
    const headers = bearer(user);
    const list = await (await app.request('/api/v1/uploads', { headers })).json();
    expect(list).toMatchObject({ uploads: [{ id: idOf(path), offset: sound.length, mode: 'record' }] });
    const bytes = Buffer.from(await (await app.request(path, { headers })).arrayBuffer());
    expect(bytes.equals(sound)).toBe(true);
    // The body may be missing.
    const adopted = await app.request(`${path}/adopt`, { method: 'POST', headers });
    expect(await answerOf(adopted)).toEqual({ http: 200, session_id: session.id, status: 'pending' });
    expect((await app.request(path, { method: 'HEAD', headers: tus })).status).toBe(410);
    expect(await deps.uploads.ofOwner(ownerOf(user))).toEqual([]);
  });
});

describe('what cannot be taken over', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the tag alone', sound.subarray(0, frameBytes)],
    ['other sound', randomBytes(60_000)],
    [
      'frames in the middle of something else',
      Buffer.concat([randomBytes(40_000), sound, randomBytes(40_000)]),
    ],
  ])('%s', async (_name, bytes) => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, bytes);
    expect(await answerOf(await adopt(pipeline, path))).toMatchObject({
      http: 409,
      code: 'recording.incomplete',
      have: { bytes: bytes.length, sha256: null },
    });
    // Nothing has changed, so the device can continue.
    expect(await client(pipeline).offset(path)).toBe(bytes.length);
    expect((await rowOf(pipeline)).status).toBe('new');
    expect(await jobsOf(pipeline)).toEqual([]);
  });

  it('a file, whose length is known from the beginning', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun({ 'upload-length': String(sound.length) });
    await client(pipeline).patch(path, 0, sound);
    expect(await answerOf(await adopt(pipeline, path))).toMatchObject({
      http: 409,
      code: 'recording.incomplete',
    });
  });

  it('one of somebody else, one that is not there, one whose time is over', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    const stranger = await buildUser(pipeline.db);
    expect(await answerOf(await adopt(pipeline, path, {}, stranger))).toMatchObject({
      http: 404,
      code: 'upload.not_found',
    });
    expect(await codeOf(await adopt(pipeline, '/api/v1/uploads/unknown'))).toBe('upload.not_found');
    expect(await codeOf(await adopt(pipeline, path, { forced: true }))).toBe('request.invalid');
    pipeline.clock.advance(40 * 86_400_000);
    expect(await codeOf(await adopt(pipeline, path))).toBe('upload.not_found');
    expect(await jobsOf(pipeline)).toEqual([]);
  });

  it('one of a session that is deleted meanwhile: nothing is left of it', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    const digest = pipeline.storage.sha256;
    vi.spyOn(pipeline.storage, 'sha256').mockImplementation(async (key) => {
      const hex = await digest(key);
      await pipeline.sessions.remove(pipeline.owner, pipeline.session.id);
      return hex;
    });
    expect((await adopt(pipeline, path)).status).toBe(404);
    expect(await sessionsOf(pipeline)).toEqual([]);
    expect(await jobsOf(pipeline)).toEqual([]);
  });
});

describe('a recording whose device may be there', () => {
  it('is left alone for two minutes after its last part, unless it is forced', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound.subarray(0, 20 * frameBytes));
    pipeline.clock.advance(limits.uploadActiveMs);
    await client(pipeline).patch(path, 20 * frameBytes, sound.subarray(20 * frameBytes));
    pipeline.clock.advance(limits.uploadActiveMs - 30_000);
    const refused = await adopt(pipeline, path, {});
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await answerOf(refused)).toMatchObject({ http: 409, code: 'upload.active', retry_after_s: 30 });
    // After the clock was set back, the wait is not longer than the limit.
    pipeline.clock.advance(-86_400_000);
    expect(await answerOf(await adopt(pipeline, path, {}))).toMatchObject({ retry_after_s: 120 });
    expect((await adopt(pipeline, path, { force: true })).status).toBe(200);
  });

  it('is left alone while a slow part is on its way; with force the part ends, and its bytes so far count', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound.subarray(0, 20 * frameBytes));
    pipeline.clock.advance(2 * limits.uploadActiveMs);
    const gate = Promise.withResolvers<void>();
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(sound.subarray(20 * frameBytes, 30 * frameBytes + 10));
        await gate.promise;
        controller.close();
      },
    });
    const part = client(pipeline).patch(path, 20 * frameBytes, slow);
    await eventually(async () =>
      expect(await pipeline.storage.size(audioKey(idOf(path)))).toBe(30 * frameBytes + 10),
    );
    expect(await answerOf(await adopt(pipeline, path, {}))).toMatchObject({ code: 'upload.active' });
    expect((await adopt(pipeline, path, { force: true })).status).toBe(200);
    gate.resolve();
    await part;
    expect(await audioOf(pipeline)).toMatchObject({ bytes: 30 * frameBytes });
    expect((await storedOf(pipeline, path)).equals(sound.subarray(0, 30 * frameBytes))).toBe(true);
    expect(await codeOf(await client(pipeline).patch(path, 30 * frameBytes, sound))).toBe('upload.adopted');
  });

  it('is adopted once by calls at the same time', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    const answers = await Promise.all([1, 2, 3].map(() => adopt(pipeline, path)));
    for (const answer of answers)
      expect(await answerOf(answer)).toEqual({
        http: 200,
        session_id: pipeline.session.id,
        status: 'pending',
      });
    expect(await jobsOf(pipeline)).toHaveLength(1);
    expect(await sessionsOf(pipeline)).toHaveLength(1);
  });

  it('is completed or adopted, never both', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    const [completed, adopted] = await Promise.all([
      pipeline.completeWith({ sha256: sha256Of(sound), mode: 'record' }),
      adopt(pipeline, path),
    ]);
    expect(adopted.status).toBe(200);
    expect([200, 410]).toContain(completed.status);
    expect(await jobsOf(pipeline)).toHaveLength(1);
    expect(await sessionsOf(pipeline)).toHaveLength(1);
    expect(await filesOf(pipeline)).toEqual([idOf(path)]);
  });

  it('and was completed by its device a moment before is answered with its session', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound);
    await pipeline.completeWith({ sha256: sha256Of(sound), mode: 'record' });
    expect(await answerOf(await adopt(pipeline, path))).toMatchObject({
      http: 200,
      session_id: pipeline.session.id,
    });
    // The upload was not adopted, so a repeated completion gets the same answer.
    expect((await pipeline.completeWith({ sha256: sha256Of(sound) })).status).toBe(200);
  });
});

describe('a server that dies on the way', () => {
  it('before its rows are written leaves an upload that can be continued or adopted', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound.subarray(0, 30 * frameBytes + 50));
    const add = vi.spyOn(pipeline.queue, 'add').mockRejectedValueOnce(new Error('killed'));
    expect((await adopt(pipeline, path)).status).toBe(500);
    add.mockRestore();
    expect(await pipeline.sessions.audioOf(pipeline.session.id)).toBeUndefined();
    expect((await rowOf(pipeline)).status).toBe('new');
    // The bytes after the last whole frame are gone, and the device sends them again.
    expect(await client(pipeline).offset(path)).toBe(30 * frameBytes);
    const rest = sound.subarray(30 * frameBytes);
    expect((await client(pipeline).patch(path, 30 * frameBytes, rest)).status).toBe(204);
    expect((await adopt(pipeline, path)).status).toBe(200);
    expect((await storedOf(pipeline, path)).equals(sound)).toBe(true);
  });

  it('before its bytes are cut leaves everything', async () => {
    const pipeline = await testPipeline();
    const path = await sent(pipeline, sound.subarray(0, 1_000));
    vi.spyOn(pipeline.storage, 'truncate').mockRejectedValueOnce(new Error('killed'));
    expect((await adopt(pipeline, path)).status).toBe(500);
    expect(await client(pipeline).offset(path)).toBe(1_000);
    expect((await adopt(pipeline, path)).status).toBe(200);
  });

  it('before it removed other uploads: one that is the beginning of the audio makes no second session', async () => {
    const pipeline = await testPipeline();
    const former = await sent(pipeline, sound.subarray(0, 1_000));
    const path = await sent(pipeline, sound);
    vi.spyOn(pipeline.uploads, 'remove').mockRejectedValueOnce(new Error('killed'));
    expect((await adopt(pipeline, path)).status).toBe(200);
    vi.restoreAllMocks();
    expect(await pipeline.uploads.ofOwner(pipeline.owner)).toHaveLength(1);
    const again = { http: 200, session_id: pipeline.session.id, status: 'pending' };
    expect(await answerOf(await adopt(pipeline, former))).toEqual(again);
    expect(await answerOf(await adopt(pipeline, former))).toEqual(again);
    expect(await sessionsOf(pipeline)).toHaveLength(1);
    expect(await filesOf(pipeline)).toEqual([idOf(path)]);
    expect(await answerOf(await client(pipeline).patch(former, 960, Buffer.from('x')))).toMatchObject({
      code: 'upload.adopted',
      session_id: pipeline.session.id,
      bytes: sound.length,
      sha256: sha256Of(sound),
      duration: playsS(frames),
    });
  });
});
