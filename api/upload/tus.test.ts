import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { limits, MB } from '#api/contract/limits.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import {
  client,
  codeOf,
  encode,
  idOf,
  octets,
  tus,
  type TestPipeline,
} from '#api/testing/test-upload-client.ts';
import { sweepUploads } from './upload-keeper.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { eventually } from '#wasm/testing/eventually.ts';

const storedOf = (pipeline: TestPipeline, path: string) =>
  readFile(join(pipeline.dataDir, audioKey(idOf(path))));

describe('resumable uploads', () => {
  it('are begun, appended to and complete', async () => {
    const pipeline = await testPipeline();
    const { patch, head } = client(pipeline);
    const path = await client(pipeline).begun();
    expect(path).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/);
    const first = await patch(path, 0, Buffer.from('hello'));
    expect(first.status).toBe(204);
    expect(first.headers.get('upload-offset')).toBe('5');
    expect(first.headers.get('upload-expires')).toBeTruthy();
    expect((await patch(path, 5, Buffer.from('world'))).headers.get('upload-offset')).toBe('10');
    const state = await head(path);
    expect(state.headers.get('upload-offset')).toBe('10');
    expect(state.headers.get('upload-length')).toBe('10');
    expect((await storedOf(pipeline, path)).toString()).toBe('helloworld');
  });

  it('send no CORS headers', async () => {
    const pipeline = await testPipeline();
    const { send, head } = client(pipeline);
    const options = await send('OPTIONS', '/api/v1/uploads', { origin: 'https://elsewhere.example' });
    expect(options.headers.get('tus-version')).toBe('1.0.0');
    for (const { headers } of [options, await head(await client(pipeline).begun())])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('go on after a restart from what was synced, and write over what was torn', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun();
    await client(pipeline).patch(path, 0, Buffer.from('hello'));
    await appendFile(join(pipeline.dataDir, audioKey(idOf(path))), 'to');
    const after = client(pipeline);
    expect((await after.head(path)).headers.get('upload-offset')).toBe('5');
    expect((await after.patch(path, 5, Buffer.from('world'))).status).toBe(204);
    expect((await storedOf(pipeline, path)).toString()).toBe('helloworld');
  });

  it('refuse another offset than the one reached, with our error body', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun();
    const answer = await client(pipeline).patch(path, 3, Buffer.from('x'));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'upload.offset_conflict', request_id: 'request' });
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
  });

  it('may declare their length at the end', async () => {
    const pipeline = await testPipeline();
    const deferred = { 'upload-metadata': encode({ session_id: pipeline.session.id, file_name: 'r' }) };
    const answer = await client(pipeline).send('POST', '/api/v1/uploads', {
      ...deferred,
      'upload-defer-length': '1',
    });
    const path = answer.headers.get('location')!;
    await client(pipeline).patch(path, 0, Buffer.from('hello'));
    expect((await client(pipeline).head(path)).headers.get('upload-defer-length')).toBe('1');
    await client(pipeline).patch(path, 5, Buffer.from('!'), { 'upload-length': '6' });
    expect((await client(pipeline).head(path)).headers.get('upload-length')).toBe('6');
  });

  it('may bring their first bytes when they are begun', async () => {
    const pipeline = await testPipeline();
    const answer = await client(pipeline).create(octets, pipeline.session.id, Buffer.from('hello'));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('upload-offset')).toBe('5');
  });

  it('can be given up', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun();
    expect((await client(pipeline).send('DELETE', path, {})).status).toBe(204);
    expect((await client(pipeline).head(path)).status).toBe(404);
    expect(await readdir(join(pipeline.dataDir, 'audio'))).toEqual([]);
  });

  it('are not removed by DELETE with Upload-Offset if more bytes have come since', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun();
    await client(pipeline).patch(path, 0, Buffer.from('sound'));
    const giveUp = (seen: string) => client(pipeline).send('DELETE', path, { 'upload-offset': seen });
    for (const seen of ['0', '4', '6']) {
      const refused = await giveUp(seen);
      expect([refused.status, await codeOf(refused)]).toEqual([409, 'upload.offset_conflict']);
    }
    expect((await client(pipeline).head(path)).headers.get('upload-offset')).toBe('5');
    expect((await giveUp('5')).status).toBe(204);
    expect((await client(pipeline).head(path)).status).toBe(404);
    expect(await readdir(join(pipeline.dataDir, 'audio'))).toEqual([]);
  });

  it('are nothing that other people can see, and none for the session of others', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun();
    const stranger = client(pipeline, await buildUser(pipeline.db));
    expect((await stranger.head(path)).status).toBe(404);
    expect(await codeOf(await stranger.patch(path, 0, Buffer.from('x')))).toBe('upload.not_found');
    expect(await codeOf(await stranger.send('DELETE', path, {}))).toBe('upload.not_found');
    expect(await codeOf(await stranger.create())).toBe('session.not_found');
    expect((await client(pipeline).head(path)).headers.get('upload-offset')).toBe('0');
  });

  it('need metadata, a session without audio, and the version of the protocol', async () => {
    const pipeline = await testPipeline();
    const nameless = await client(pipeline).create({
      'upload-metadata': encode({ session_id: pipeline.session.id }),
    });
    expect(await nameless.json()).toMatchObject({ code: 'request.invalid', errors: [{ path: 'file_name' }] });
    expect(await codeOf(await client(pipeline).create({ 'tus-resumable': '0.2.2' }))).toBe('request.invalid');
    expect(await codeOf(await client(pipeline).create({ 'upload-concat': 'partial' }))).toBe(
      'request.invalid',
    );
    await pipeline.uploaded(Buffer.from('sound'));
    await pipeline.completeWith({});
    expect(await codeOf(await client(pipeline).create())).toBe('upload.already_complete');
  });

  it('expire 24 hours after their last part, and are swept with what nobody refers to', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun();
    pipeline.clock.advance(limits.storedUploadExpiryMs - 1_000);
    await client(pipeline).patch(path, 0, Buffer.from('hello'));
    pipeline.clock.advance(limits.storedUploadExpiryMs - 1_000);
    expect((await client(pipeline).head(path)).status).toBe(200);
    pipeline.clock.advance(2_000);
    expect((await client(pipeline).head(path)).status).toBe(404);

    await pipeline.storage.create('peaks/00000000-0000-4000-8000-000000000000');
    const kept = await buildSession(pipeline.db, pipeline.owner);
    await pipeline.uploaded(Buffer.from('sound'), undefined, kept.id);
    await pipeline.completeWith({}, new Uint8Array(4), kept.id);
    // Files have the time of the machine.
    pipeline.clock.set(Date.now() + 2 * limits.storedUploadExpiryMs);
    expect(await sweepUploads({ ...pipeline, log: undefined as never })).toBe(2);
    const audio = await pipeline.sessions.audioOf(kept.id);
    expect(await readdir(join(pipeline.dataDir, 'audio'))).toEqual([audio!.storage_key.split('/')[1]]);
    expect(await readdir(join(pipeline.dataDir, 'peaks'))).toEqual([audio!.peaks_key!.split('/')[1]]);
  });
});

describe('limits of resumable uploads', () => {
  it('count uploads that have begun, of a session and of a person, also if many begin at once', async () => {
    const pipeline = await testPipeline();
    const begin = (sessionId: string) => client(pipeline).create({}, sessionId);
    const statusesOf = async (sessionId: string, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => begin(sessionId)));
      return answers.map(({ status }) => status).toSorted((a, b) => a - b);
    };
    const some = (count: number, status: number) => Array.from({ length: count }, () => status);
    expect(await statusesOf(pipeline.session.id, 25)).toEqual([...some(20, 201), ...some(5, 409)]);
    for (let count = 0; count < 4; count++)
      await statusesOf((await buildSession(pipeline.db, pipeline.owner)).id, 20);
    const last = await buildSession(pipeline.db, pipeline.owner);
    expect(await codeOf(await begin(last.id))).toBe('upload.too_many');
    const stranger = await buildUser(pipeline.db);
    const theirs = await buildSession(pipeline.db, ownerOf(stranger));
    expect((await client(pipeline, stranger).create({}, theirs.id)).status).toBe(201);
    expect(await readdir(join(pipeline.dataDir, 'audio'))).toHaveLength(101);
    // Uploads without bytes, whose answers may have been lost, are removed for a new recording.
    pipeline.clock.advance(limits.uploadActiveMs);
    expect((await begin(last.id)).status).toBe(201);
  });

  it('hold for the whole file, by environment', async () => {
    const over = { 'upload-length': String(limits.maxUploadBytes + 1) };
    expect(await codeOf(await client(await testPipeline()).create(over))).toBe('upload.too_large');
    expect((await client(await testPipeline({ environment: 'stage' })).create(over)).status).toBe(201);
  });

  it('hold for a part by its stated length and while it streams, and leave nothing of it', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).begun({ 'upload-length': String(20 * MB) });
    const stated = await client(pipeline).patch(path, 0, Buffer.alloc(1), {
      'content-length': String(8 * MB + 1),
    });
    expect(await codeOf(stated)).toBe('upload.part_too_large');
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += MB;
        controller.enqueue(new Uint8Array(MB));
        if (sent >= 20 * MB) controller.close();
      },
    });
    expect(await codeOf(await client(pipeline).patch(path, 0, endless))).toBe('upload.part_too_large');
    expect(sent).toBeLessThan(16 * MB);
    expect((await client(pipeline).head(path)).headers.get('upload-offset')).toBe('0');
    expect((await storedOf(pipeline, path)).length).toBe(0);
  });

  it('hold for a file whose length nobody declared', async () => {
    const pipeline = await testPipeline();
    const metadata = { 'upload-metadata': encode({ session_id: pipeline.session.id, file_name: 'r' }) };
    const begun = await client(pipeline).send('POST', '/api/v1/uploads', {
      ...metadata,
      'upload-defer-length': '1',
    });
    const path = begun.headers.get('location')!;
    await pipeline.uploads.moveOffset(idOf(path), limits.maxUploadBytes - 5);
    await pipeline.storage.truncate(audioKey(idOf(path)), limits.maxUploadBytes - 5);
    expect(await codeOf(await client(pipeline).patch(path, limits.maxUploadBytes - 5, Buffer.alloc(6)))).toBe(
      'upload.too_large',
    );
  });
});

describe('over a real connection', () => {
  it('the client of the page sends a file in parts of 8 MB', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const bytes = randomBytes(2 * limits.maxPartBytes + 1234);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${url}/api/v1/uploads`,
        chunkSize: limits.maxPartBytes,
        headers: as(pipeline.user),
        metadata: { session_id: pipeline.session.id, file_name: 'Aufnahme.mp3', file_type: 'audio/mpeg' },
        retryDelays: [],
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const [row] = await pipeline.uploads.ofSession(pipeline.session.id);
    expect(row).toMatchObject({ offset: bytes.length, length: bytes.length, file_name: 'Aufnahme.mp3' });
    expect((await readFile(join(pipeline.dataDir, audioKey(row!.id)))).equals(bytes)).toBe(true);
  });

  it('a client that goes away in a part loses only what was not written yet', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const path = await client(pipeline).begun({ 'upload-length': String(4 * MB) });
    const cut = httpRequest(`${url}${path}`, {
      method: 'PATCH',
      headers: { ...tus, ...octets, ...as(pipeline.user), 'upload-offset': '0', 'content-length': 2 * MB },
    });
    cut.on('error', () => {});
    cut.write(Buffer.alloc(MB, 1));
    const file = join(pipeline.dataDir, audioKey(idOf(path)));
    await eventually(async () => expect((await stat(file)).size).toBe(MB));
    cut.destroy();
    await eventually(async () => {
      expect((await client(pipeline).head(path)).headers.get('upload-offset')).toBe(String(MB));
    });
    expect((await client(pipeline).patch(path, MB, Buffer.alloc(3 * MB, 2))).status).toBe(204);
  });

  it('a refused part is answered though its bytes are still coming', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const path = await client(pipeline).begun({ 'upload-length': String(20 * MB) });
    const answer = await fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: { ...tus, ...octets, ...as(pipeline.user), 'upload-offset': '0' },
      body: Buffer.alloc(9 * MB),
    });
    expect(answer.status).toBe(413);
    expect(await codeOf(answer)).toBe('upload.part_too_large');
  });
});
