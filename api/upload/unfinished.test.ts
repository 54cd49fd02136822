import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { UploadList } from '#api/contract/upload.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { client, codeOf, encode, idOf, type TestPipeline } from '#api/testing/test-upload-client.ts';
import { audioKey } from '#api/storage/audio-store.ts';

const sound = randomBytes(3_000);
const get = (
  pipeline: TestPipeline,
  path: string,
  headers: Record<string, string> = {},
  user = pipeline.user,
) => pipeline.openApp().request(path, { headers: { ...as(user), ...headers } });
const listOf = async (pipeline: TestPipeline, user = pipeline.user) =>
  ((await (await get(pipeline, '/api/v1/uploads', {}, user)).json()) as UploadList).uploads;
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** Uploads bytes as a recording whose length is not declared yet. Returns its path. */
async function begun(pipeline: TestPipeline, bytes = sound.length): Promise<string> {
  const path = await client(pipeline).recording();
  if (bytes > 0) await client(pipeline).patch(path, 0, sound.subarray(0, bytes));
  return path;
}

describe('the list of uploads that nobody has completed', () => {
  it('shows what they are, how much of each is there, and until when', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline);
    const recordedAt = pipeline.clock.now();
    pipeline.clock.advance(60_000);
    const { id: sessionId } = await buildSession(pipeline.db, pipeline.owner, { title: 'Protokoll' });
    const metadata = { session_id: sessionId, file_name: 'a.mp3', mode: 'dictation' };
    const dictation = await client(pipeline).create({ 'upload-metadata': encode(metadata) }, sessionId);
    expect(dictation.status).toBe(201);
    const fileAt = pipeline.clock.now();
    const date = (ms: number) => new Date(ms).toISOString();
    const lastDay = new Date(recordedAt + limits.audioRetentionDays * 86_400_000).toISOString().slice(0, 10);
    expect(await listOf(pipeline)).toEqual([
      {
        id: idOf(dictation.headers.get('location')!),
        session_id: sessionId,
        title: 'Protokoll',
        mode: 'dictation',
        offset: 0,
        declared_length: 10,
        touched_at: date(fileAt),
        keep_until: date(fileAt + limits.storedUploadExpiryMs),
      },
      {
        id: idOf(path),
        session_id: pipeline.session.id,
        title: pipeline.session.title,
        mode: 'record',
        offset: sound.length,
        declared_length: null,
        touched_at: date(recordedAt),
        keep_until: date(Date.parse(lastDay) + 86_400_000),
      },
    ]);
    pipeline.clock.advance(1);
    await client(pipeline).patch(path, sound.length, new Uint8Array(), { 'upload-length': '3000' });
    expect(await listOf(pipeline)).toMatchObject([
      { mode: 'record', declared_length: 3_000 },
      { mode: 'dictation' },
    ]);
  });

  it('gives no time after the end of the session', async () => {
    const pipeline = await testPipeline();
    await begun(pipeline);
    const created_at = pipeline.clock.now() - 179 * 86_400_000;
    await pipeline.db.updateTable('session').set({ created_at }).execute();
    const [listed] = await listOf(pipeline);
    expect(Date.parse(listed!.keep_until) - pipeline.clock.now()).toBeLessThan(10 * 86_400_000);
  });

  it('is without those of others, completed, expired, discarded ones and those whose bytes are gone', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline);
    const stranger = await buildUser(pipeline.db);
    await buildSession(pipeline.db, ownerOf(stranger));
    expect(await listOf(pipeline, stranger)).toEqual([]);
    expect(await listOf(pipeline)).toHaveLength(1);
    const file = await client(pipeline).begun();
    pipeline.clock.advance(limits.storedUploadExpiryMs + 1);
    expect((await listOf(pipeline)).map(({ id }) => id)).toEqual([idOf(path)]);
    expect((await client(pipeline).head(file)).status).toBe(404);
    const discarded = await begun(pipeline, 0);
    expect(await listOf(pipeline)).toHaveLength(2);
    expect((await client(pipeline).send('DELETE', discarded, {})).status).toBe(204);
    expect((await listOf(pipeline)).map(({ id }) => id)).toEqual([idOf(path)]);
    await pipeline.storage.remove(audioKey(idOf(path)));
    expect(await listOf(pipeline)).toEqual([]);
  });

  it('shows no more bytes than are stored', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline);
    await pipeline.storage.truncate(audioKey(idOf(path)), 1_200);
    expect(await listOf(pipeline)).toMatchObject([{ offset: 1_200 }]);
    expect(await client(pipeline).offset(path)).toBe(1_200);
    expect((await bytesOf(await get(pipeline, path))).equals(sound.subarray(0, 1_200))).toBe(true);
  });

  it('refuses a mode that nobody knows', async () => {
    const pipeline = await testPipeline();
    const metadata = { session_id: pipeline.session.id, file_name: 'a.mp3', mode: 'song' };
    const answer = await client(pipeline).create({ 'upload-metadata': encode(metadata) });
    expect(await answer.json()).toMatchObject({ code: 'request.invalid', errors: [{ path: 'mode' }] });
  });
});

describe('the bytes of an upload', () => {
  it('come whole, as an attachment with no-store and nosniff', async () => {
    const pipeline = await testPipeline();
    const answer = await get(pipeline, await begun(pipeline));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-length': '3000',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await bytesOf(answer)).equals(sound)).toBe(true);
  });

  it.each([
    ['bytes=1000-', 1_000, 3_000],
    ['bytes=0-9', 0, 10],
    ['bytes=2990-9999', 2_990, 3_000],
    ['bytes=-64', 2_936, 3_000],
  ])('come by %s, the whole length unknown until it is declared', async (range, from, to) => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline);
    const answer = await get(pipeline, path, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/*`]);
    expect((await bytesOf(answer)).equals(sound.subarray(from, to))).toBe(true);
    await client(pipeline).patch(path, 3_000, new Uint8Array(), { 'upload-length': '3000' });
    const declared = await get(pipeline, path, { range });
    expect(declared.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/3000`);
  });

  it.each(['bytes=3000-', 'bytes=4000-5000'])('end before %s', async (range) => {
    const pipeline = await testPipeline();
    const answer = await get(pipeline, await begun(pipeline), { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */3000']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('are none where nothing has come', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline, 0);
    const answer = await get(pipeline, path);
    expect([answer.status, answer.headers.get('content-length'), (await bytesOf(answer)).length]).toEqual([
      200,
      '0',
      0,
    ]);
    expect((await get(pipeline, path, { range: 'bytes=0-' })).headers.get('content-range')).toBe('bytes */0');
  });

  it('are without a part that is still being written', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline, 1_000);
    const gate = Promise.withResolvers<void>();
    const rest = new ReadableStream({
      async start(controller) {
        controller.enqueue(sound.subarray(1_000));
        await gate.promise;
        controller.close();
      },
    });
    const part = client(pipeline).patch(path, 1_000, rest);
    for (
      let bytes: number | null = 0;
      bytes !== 3_000;
      bytes = await pipeline.storage.size(audioKey(idOf(path)))
    )
      await new Promise(setImmediate);
    const answer = await get(pipeline, path);
    expect((await bytesOf(answer)).equals(sound.subarray(0, 1_000))).toBe(true);
    expect((await get(pipeline, path, { range: 'bytes=1000-' })).status).toBe(416);
    gate.resolve();
    expect((await part).status).toBe(204);
  });

  it('are 404 for other people, and for an unknown upload', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline);
    const stranger = await buildUser(pipeline.db);
    expect(await codeOf(await get(pipeline, path, {}, stranger))).toBe('upload.not_found');
    expect(await codeOf(await get(pipeline, '/api/v1/uploads/unknown'))).toBe('upload.not_found');
    pipeline.clock.advance(40 * 86_400_000);
    expect(await codeOf(await get(pipeline, path))).toBe('upload.not_found');
  });

  it('do not change HEAD, which belongs to the tus protocol', async () => {
    const pipeline = await testPipeline();
    const path = await begun(pipeline);
    const head = await client(pipeline).head(path);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-defer-length')]).toEqual(
      [200, '3000', '1'],
    );
    expect(head.headers.get('content-disposition')).toBeNull();
  });
});
