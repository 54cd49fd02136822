import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#api/config.ts';
import type { ErrorBody } from '#api/contract/error-body.ts';
import type { Me } from '#api/contract/auth.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createQuotaStore } from './quota.store.ts';
import { client } from '#api/testing/test-upload-client.ts';

const refusalOf = async (answer: Response) => {
  const { code, quota } = (await answer.json()) as ErrorBody;
  return [answer.status, code, quota];
};
const full = (used_bytes: number, limit_bytes = 100) => [
  507,
  'upload.quota_exceeded',
  { used_bytes, limit_bytes },
];

/** A person with 60 of 100 bytes: 40 of a finished recording, 20 of one in progress. */
async function withSome() {
  const pipeline = await testPipeline({ quotaBytes: 100 });
  await pipeline.uploaded(Buffer.alloc(40));
  expect((await pipeline.completeWith({})).status).toBe(200);
  const { id } = await buildSession(pipeline.db, pipeline.owner);
  const path = await client(pipeline).recording(id);
  expect((await client(pipeline).patch(path, 0, Buffer.alloc(20))).status).toBe(204);
  const { id: newId } = await buildSession(pipeline.db, pipeline.owner);
  return { pipeline, path, sessionId: id, newId, ...client(pipeline) };
}

describe('what a person keeps', () => {
  it('is the audio of all sessions and what has come of uploads, of nobody else and not what was deleted', async () => {
    const { pipeline } = await withSome();
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 60, limit_bytes: 100 });
    const other = ownerOf(await buildUser(pipeline.db));
    expect(await pipeline.quota.find(other)).toEqual({ used_bytes: 0, limit_bytes: 100 });
    await pipeline.db.updateTable('audio').set({ deleted_at: 1 }).execute();
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 20, limit_bytes: 100 });
    expect(await createQuotaStore(pipeline.db, async () => null).find(pipeline.owner)).toBeNull();
  });

  it('is told to the page with the profile, where there is a limit', async () => {
    const { app, db, bearer, deps } = await testApp();
    const user = await buildUser(db);
    const me = async (headers: Record<string, string>) =>
      ((await (await app.request('/api/auth/me', { headers })).json()) as Me).userDb.quota;
    expect(await me(bearer(user))).toBeNull();
    const limited = await testApp({
      db,
      quota: createQuotaStore(db, async () => 1000),
      identity: deps.identity,
    });
    const answer = await limited.app.request('/api/auth/me', { headers: bearer(user) });
    expect(((await answer.json()) as Me).userDb.quota).toEqual({ used_bytes: 0, limit_bytes: 1000 });
  });

  it.each([
    ['20', 20_000_000_000],
    ['0.5', 500_000_000],
    ['', null],
  ])('may be %s GB', (text, bytes) => {
    expect(loadConfig({ QUOTA_GB: text }).quotaBytes).toBe(bytes);
  });

  it.each(['0', '-1', 'ten', '1e3'])('may not be set to %s', (text) => {
    expect(() => loadConfig({ QUOTA_GB: text })).toThrow(`QUOTA_GB is set to "${text}": it must be a number`);
  });
});

describe('sent at once', () => {
  it('parts do not pass the quota together: as many as fit are taken, the others leave nothing', async () => {
    const pipeline = await testPipeline({ quotaBytes: 100 });
    const { recording, patch } = client(pipeline);
    const paths: string[] = [];
    for (let count = 0; count < 12; count++) paths.push(await recording());
    const part = (path: string) => patch(path, 0, Buffer.alloc(30), { 'content-length': '30' });
    const statuses = (await Promise.all(paths.map(part))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(3);
    expect(statuses.filter((status) => status === 507)).toHaveLength(9);
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 90, limit_bytes: 100 });
    // No bytes stay reserved.
    const path = paths.find((_, index) => statuses[index] === 204)!;
    expect((await patch(path, 30, Buffer.alloc(10))).status).toBe(204);
    await pipeline.db.deleteFrom('upload').execute();
    expect((await patch(await recording(), 0, Buffer.alloc(100))).status).toBe(204);
  });

  it('parts in chunks and whole files do not either', async () => {
    const pipeline = await testPipeline({ quotaBytes: 100 });
    const { recording, patch } = client(pipeline);
    const paths: string[] = [];
    for (let count = 0; count < 6; count++) paths.push(await recording());
    const file = () => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(30)], 'a.mp3'));
      const init = { method: 'POST', body: form, headers: as(pipeline.user) };
      return pipeline.openApp().request(`/api/v1/sessions/${pipeline.session.id}/file-upload`, init);
    };
    const answers = await Promise.all([
      ...paths.map((path) => patch(path, 0, Buffer.alloc(30))),
      ...Array.from({ length: 6 }, file),
    ]);
    const taken = answers.filter(({ ok }) => ok).length;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(4);
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 30 * taken, limit_bytes: 100 });
  });
});

describe('the quota while other requests end', () => {
  const stated = (bytes: number) => ({ 'content-length': String(bytes) });

  it('counts a part once whose row is written before its request has ended', async () => {
    const pipeline = await testPipeline({ quotaBytes: 100 });
    const { recording, patch } = client(pipeline);
    const [first, second] = [await recording(), await recording()];
    const { moveOffset } = pipeline.uploads;
    let other: ReturnType<typeof patch> | undefined;
    pipeline.uploads.moveOffset = async (id, offset) => {
      const isMoved = await moveOffset(id, offset);
      other ??= patch(second, 0, Buffer.alloc(40), stated(40));
      // Long enough for the other request to be refused.
      await Promise.race([other, delay(200)]);
      return isMoved;
    };
    expect((await patch(first, 0, Buffer.alloc(60), stated(60))).status).toBe(204);
    expect((await other!).status).toBe(204);
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 100, limit_bytes: 100 });
  });

  it('has room for a part under way once audio was deleted', async () => {
    const { pipeline, path, patch } = await withSome();
    const { reserve } = pipeline.quota;
    pipeline.quota.reserve = async (owner) => {
      const reservation = await reserve(owner);
      await pipeline.db.updateTable('audio').set({ deleted_at: 1 }).execute();
      return reservation;
    };
    expect((await patch(path, 20, Buffer.alloc(60))).status).toBe(204);
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 80, limit_bytes: 100 });
  });

  it('is read in one statement, so that a recording completed meanwhile is counted once', async () => {
    const pipeline = await testPipeline();
    const statements: string[] = [];
    const counted = pipeline.db.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await createQuotaStore(counted, async () => 100).find(pipeline.owner);
    expect(statements).toHaveLength(1);
  });
});

describe('beyond the quota', () => {
  it('no upload is begun: by its length, or where nothing is left', async () => {
    const { pipeline, create, recording, patch, newId } = await withSome();
    expect(await refusalOf(await create({ 'upload-length': '41' }, newId))).toEqual(full(60));
    expect((await create({ 'upload-length': '40' }, newId)).status).toBe(201);
    const path = await recording(newId);
    expect((await patch(path, 0, Buffer.alloc(40))).status).toBe(204);
    expect(await refusalOf(await create({ 'upload-length': '1' }, newId))).toEqual(full(100));
    await expect(recording(newId)).rejects.toThrow('507');
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 100, limit_bytes: 100 });
  });

  it('no part is taken, by its length or while it streams; what came before stays and goes on later', async () => {
    const { pipeline, path, patch, offset } = await withSome();
    expect(await refusalOf(await patch(path, 20, Buffer.alloc(41), { 'content-length': '41' }))).toEqual(
      full(60),
    );
    const streamed = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(30));
        controller.enqueue(Buffer.alloc(30));
        controller.close();
      },
    });
    expect(await refusalOf(await patch(path, 20, streamed))).toEqual(full(60));
    expect(await offset(path)).toBe(20);
    expect((await patch(path, 20, Buffer.alloc(40))).status).toBe(204);
    expect(await refusalOf(await patch(path, 60, Buffer.alloc(1)))).toEqual(full(100));
    await pipeline.db.updateTable('audio').set({ deleted_at: 1 }).execute();
    expect((await patch(path, 60, Buffer.alloc(40))).status).toBe(204);
  });

  it('a recording that was sent completely is completed all the same', async () => {
    const { pipeline, path, patch, sessionId } = await withSome();
    await patch(path, 20, Buffer.alloc(40));
    // Ending an upload adds no bytes.
    expect((await patch(path, 60, new Uint8Array(), { 'upload-length': '60' })).status).toBe(204);
    expect((await pipeline.completeWith({ bytes: 60 }, undefined, sessionId)).status).toBe(200);
    expect(await pipeline.quota.find(pipeline.owner)).toEqual({ used_bytes: 100, limit_bytes: 100 });
  });

  it('a file in one request is refused while it streams, and nothing of it stays', async () => {
    const { pipeline, newId } = await withSome();
    const send = (bytes: number) => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(bytes)], 'a.mp3'));
      const init = { method: 'POST', body: form, headers: as(pipeline.user) };
      return pipeline.openApp().request(`/api/v1/sessions/${newId}/file-upload`, init);
    };
    const before = await readdir(join(pipeline.dataDir, 'audio'));
    expect(await refusalOf(await send(41))).toEqual(full(60));
    expect(await readdir(join(pipeline.dataDir, 'audio'))).toEqual(before);
    expect((await send(40)).status).toBe(200);
    expect(await refusalOf(await send(1))).toEqual(full(100));
  });
});
