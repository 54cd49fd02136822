import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
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

const adopt = (line: TestPipeline, path: string, body: object = { force: true }, user = line.user) =>
  line.openApp().request(`${path}/adopt`, {
    method: 'POST',
    headers: { ...as(user), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const answerOf = async (answer: Response) => ({ http: answer.status, ...((await answer.json()) as object) });
const audioOf = async (line: TestPipeline, id = line.session.id) => (await line.sessions.audioOf(id))!;
const rowOf = async (line: TestPipeline, id = line.session.id) => (await line.sessions.find(line.owner, id))!;
const jobsOf = ({ db }: TestPipeline) => db.selectFrom('job').selectAll().execute();
const sessionsOf = ({ db }: TestPipeline) =>
  db.selectFrom('session').selectAll().orderBy('created_at').execute();
const storedOf = (line: TestPipeline, path: string) => readFile(join(line.dataDir, audioKey(idOf(path))));
const filesOf = (line: TestPipeline) => readdir(join(line.dataDir, 'audio'));

describe('a recording whose device is gone', () => {
  it('is adopted: its bytes are the audio, its length is read from its frames, its transcription is queued', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    line.clock.advance(limits.uploadActiveMs);
    expect(await answerOf(await adopt(line, path, {}))).toEqual({
      http: 200,
      session_id: line.session.id,
      status: 'pending',
    });
    const row = await rowOf(line);
    expect(row).toMatchObject({ status: 'pending', mode: 'record', duration: playsS(frames) });
    expect(row.rev).toBeGreaterThan(line.session.rev);
    expect(await audioOf(line)).toMatchObject({
      storage_key: audioKey(idOf(path)),
      bytes: sound.length,
      sha256: sha256Of(sound),
      file_name: 'r.mp3',
      file_type: 'audio/mpeg',
      created_at: line.clock.now(),
    });
    expect(await jobsOf(line)).toMatchObject([{ name: 'transcribe', session_id: line.session.id }]);
    expect(await line.uploads.ofOwner(line.owner)).toEqual([]);
    // A repeated call gets the same answer.
    expect(await answerOf(await adopt(line, path, {}))).toMatchObject({
      http: 200,
      session_id: line.session.id,
      status: 'pending',
    });
    expect(await jobsOf(line)).toHaveLength(1);
  });

  it('plays as long as its frames say', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound.subarray(0, 40 * frameBytes + 77));
    await adopt(line, path);
    const { duration } = await rowOf(line);
    expect(duration).toBe(playsS(39));
    const [input, output] = [join(line.dataDir, audioKey(idOf(path))), join(line.dataDir, 'sound.pcm')];
    const { samples } = await decodeToPcm({ input, output, maxS: 60 });
    expect(samples / pcmSampleRate).toBeCloseTo(duration, 2);
  });

  it.each([
    ['a last frame that is cut off', 7 * frameBytes + 100, 7],
    ['nothing but whole frames', 7 * frameBytes, 7],
    ['one byte of a frame', 7 * frameBytes + 1, 7],
  ])('is cut to whole frames: %s', async (_name, bytes, whole) => {
    const line = await testPipeline();
    const path = await sent(line, sound.subarray(0, bytes));
    expect((await adopt(line, path)).status).toBe(200);
    const kept = sound.subarray(0, whole * frameBytes);
    expect(await audioOf(line)).toMatchObject({ bytes: kept.length, sha256: sha256Of(kept) });
    expect((await storedOf(line, path)).equals(kept)).toBe(true);
    expect(await rowOf(line)).toMatchObject({ duration: playsS(whole - 1) });
  });

  it('keeps frames behind damaged bytes', async () => {
    const line = await testPipeline();
    const [before, after] = [sound.subarray(0, 40 * frameBytes), sound.subarray(40 * frameBytes)];
    const damaged = Buffer.concat([before, randomBytes(333), after]);
    const path = await sent(line, Buffer.concat([damaged, sound.subarray(frameBytes, frameBytes + 50)]));
    expect((await adopt(line, path)).status).toBe(200);
    expect((await storedOf(line, path)).equals(damaged)).toBe(true);
    expect(await rowOf(line)).toMatchObject({ duration: playsS(frames) });
  });

  it('without a tag frame is as long as all its frames', async () => {
    const line = await testPipeline();
    await adopt(line, await sent(line, sound.subarray(frameBytes)));
    expect(await rowOf(line)).toMatchObject({ duration: (frames * 576) / 24_000 });
  });

  it('is adopted also when its length was declared, whole or not', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    await client(line).patch(path, sound.length, new Uint8Array(), {
      'upload-length': String(sound.length + 5_000),
    });
    expect((await adopt(line, path)).status).toBe(200);
    expect(await audioOf(line)).toMatchObject({ bytes: sound.length });
  });

  it('is no longer than what is stored, where a disk has lost the rest', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    await line.storage.truncate(audioKey(idOf(path)), 30 * frameBytes + 9);
    expect((await adopt(line, path)).status).toBe(200);
    expect(await audioOf(line)).toMatchObject({ bytes: 30 * frameBytes });
  });

  it('counts for the quota once, by the bytes that are left', async () => {
    const line = await testPipeline({ quotaBytes: 1_000_000 });
    const path = await sent(line, sound.subarray(0, 50 * frameBytes + 30));
    expect(await line.quota.find(line.owner)).toMatchObject({ used_bytes: 50 * frameBytes + 30 });
    await adopt(line, path);
    expect(await line.quota.find(line.owner)).toMatchObject({ used_bytes: 50 * frameBytes });
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
    const line = await testPipeline();
    const path = await sent(line, bytes);
    expect(await answerOf(await adopt(line, path))).toMatchObject({
      http: 409,
      code: 'recording.incomplete',
      have: { bytes: bytes.length, sha256: null },
    });
    // Nothing has changed, so the device can continue.
    expect(await client(line).offset(path)).toBe(bytes.length);
    expect((await rowOf(line)).status).toBe('new');
    expect(await jobsOf(line)).toEqual([]);
  });

  it('a file, whose length is known from the beginning', async () => {
    const line = await testPipeline();
    const path = await client(line).begun({ 'upload-length': String(sound.length) });
    await client(line).patch(path, 0, sound);
    expect(await answerOf(await adopt(line, path))).toMatchObject({
      http: 409,
      code: 'recording.incomplete',
    });
  });

  it('one of somebody else, one that is not there, one whose time is over', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    const stranger = await buildUser(line.db);
    expect(await answerOf(await adopt(line, path, {}, stranger))).toMatchObject({
      http: 404,
      code: 'upload.not_found',
    });
    expect(await codeOf(await adopt(line, '/api/v1/uploads/unknown'))).toBe('upload.not_found');
    expect(await codeOf(await adopt(line, path, { forced: true }))).toBe('request.invalid');
    line.clock.advance(40 * 86_400_000);
    expect(await codeOf(await adopt(line, path))).toBe('upload.not_found');
    expect(await jobsOf(line)).toEqual([]);
  });

  it('one of a session that is deleted meanwhile: nothing is left of it', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    const digest = line.storage.sha256;
    vi.spyOn(line.storage, 'sha256').mockImplementation(async (key) => {
      const hex = await digest(key);
      await line.sessions.remove(line.owner, line.session.id);
      return hex;
    });
    expect((await adopt(line, path)).status).toBe(404);
    expect(await sessionsOf(line)).toEqual([]);
    expect(await jobsOf(line)).toEqual([]);
  });
});

describe('a recording whose device may be there', () => {
  it('is left alone for two minutes after its last part, unless it is forced', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound.subarray(0, 20 * frameBytes));
    line.clock.advance(limits.uploadActiveMs);
    await client(line).patch(path, 20 * frameBytes, sound.subarray(20 * frameBytes));
    line.clock.advance(limits.uploadActiveMs - 30_000);
    const refused = await adopt(line, path, {});
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await answerOf(refused)).toMatchObject({ http: 409, code: 'upload.active', retry_after_s: 30 });
    // After the clock was set back, the wait is not longer than the limit.
    line.clock.advance(-86_400_000);
    expect(await answerOf(await adopt(line, path, {}))).toMatchObject({ retry_after_s: 120 });
    expect((await adopt(line, path, { force: true })).status).toBe(200);
  });

  it('is left alone while a slow part is on its way; with force the part ends, and its bytes so far count', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound.subarray(0, 20 * frameBytes));
    line.clock.advance(2 * limits.uploadActiveMs);
    const gate = Promise.withResolvers<void>();
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(sound.subarray(20 * frameBytes, 30 * frameBytes + 10));
        await gate.promise;
        controller.close();
      },
    });
    const part = client(line).patch(path, 20 * frameBytes, slow);
    await vi.waitFor(
      async () => expect(await line.storage.size(audioKey(idOf(path)))).toBe(30 * frameBytes + 10),
      { timeout: 20_000, interval: 5 },
    );
    expect(await answerOf(await adopt(line, path, {}))).toMatchObject({ code: 'upload.active' });
    expect((await adopt(line, path, { force: true })).status).toBe(200);
    gate.resolve();
    await part;
    expect(await audioOf(line)).toMatchObject({ bytes: 30 * frameBytes });
    expect((await storedOf(line, path)).equals(sound.subarray(0, 30 * frameBytes))).toBe(true);
    expect(await codeOf(await client(line).patch(path, 30 * frameBytes, sound))).toBe('upload.adopted');
  });

  it('is adopted once by calls at the same time', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    const answers = await Promise.all([1, 2, 3].map(() => adopt(line, path)));
    for (const answer of answers)
      expect(await answerOf(answer)).toEqual({ http: 200, session_id: line.session.id, status: 'pending' });
    expect(await jobsOf(line)).toHaveLength(1);
    expect(await sessionsOf(line)).toHaveLength(1);
  });

  it('is completed or adopted, never both', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    const [completed, adopted] = await Promise.all([
      line.completeWith({ sha256: sha256Of(sound), mode: 'record' }),
      adopt(line, path),
    ]);
    expect(adopted.status).toBe(200);
    expect([200, 410]).toContain(completed.status);
    expect(await jobsOf(line)).toHaveLength(1);
    expect(await sessionsOf(line)).toHaveLength(1);
    expect(await filesOf(line)).toEqual([idOf(path)]);
  });

  it('and was completed by its device a moment before is answered with its session', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound);
    await line.completeWith({ sha256: sha256Of(sound), mode: 'record' });
    expect(await answerOf(await adopt(line, path))).toMatchObject({ http: 200, session_id: line.session.id });
    // The upload was not adopted, so a repeated completion gets the same answer.
    expect((await line.completeWith({ sha256: sha256Of(sound) })).status).toBe(200);
  });
});

describe('a server that dies on the way', () => {
  it('before its rows are written leaves an upload that can be continued or adopted', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound.subarray(0, 30 * frameBytes + 50));
    const add = vi.spyOn(line.queue, 'add').mockRejectedValueOnce(new Error('killed'));
    expect((await adopt(line, path)).status).toBe(500);
    add.mockRestore();
    expect(await line.sessions.audioOf(line.session.id)).toBeUndefined();
    expect((await rowOf(line)).status).toBe('new');
    // The bytes after the last whole frame are gone, and the device sends them again.
    expect(await client(line).offset(path)).toBe(30 * frameBytes);
    const rest = sound.subarray(30 * frameBytes);
    expect((await client(line).patch(path, 30 * frameBytes, rest)).status).toBe(204);
    expect((await adopt(line, path)).status).toBe(200);
    expect((await storedOf(line, path)).equals(sound)).toBe(true);
  });

  it('before its bytes are cut leaves everything', async () => {
    const line = await testPipeline();
    const path = await sent(line, sound.subarray(0, 1_000));
    vi.spyOn(line.storage, 'truncate').mockRejectedValueOnce(new Error('killed'));
    expect((await adopt(line, path)).status).toBe(500);
    expect(await client(line).offset(path)).toBe(1_000);
    expect((await adopt(line, path)).status).toBe(200);
  });

  it('before it removed other uploads: one that is the beginning of the audio makes no second session', async () => {
    const line = await testPipeline();
    const former = await sent(line, sound.subarray(0, 1_000));
    const path = await sent(line, sound);
    vi.spyOn(line.uploads, 'remove').mockRejectedValueOnce(new Error('killed'));
    expect((await adopt(line, path)).status).toBe(200);
    vi.restoreAllMocks();
    expect(await line.uploads.ofOwner(line.owner)).toHaveLength(1);
    const again = { http: 200, session_id: line.session.id, status: 'pending' };
    expect(await answerOf(await adopt(line, former))).toEqual(again);
    expect(await answerOf(await adopt(line, former))).toEqual(again);
    expect(await sessionsOf(line)).toHaveLength(1);
    expect(await filesOf(line)).toEqual([idOf(path)]);
    expect(await answerOf(await client(line).patch(former, 960, Buffer.from('x')))).toMatchObject({
      code: 'upload.adopted',
      session_id: line.session.id,
      bytes: sound.length,
      sha256: sha256Of(sound),
      duration: playsS(frames),
    });
  });
});
