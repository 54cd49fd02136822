import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { limits, MB } from '#api/contract/limits.ts';
import { dayMs } from '#api/contract/time.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { toStorageError } from '#api/storage/storage-error.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { sweepUploads } from './upload-keeper.ts';
import {
  client,
  codeOf,
  encode,
  idOf,
  octets,
  tus,
  type TestPipeline,
} from '#api/testing/test-upload-client.ts';

/** Recordings are kept as long as audio, to the end of the last day. */
const keptMs = limits.audioRetentionDays * dayMs;
const fileOf = (pipeline: TestPipeline, path: string) => join(pipeline.dataDir, audioKey(idOf(path)));

/** An upload that has this many bytes already. */
async function grownTo(pipeline: TestPipeline, bytes: number): Promise<string> {
  const path = await client(pipeline).recording();
  await pipeline.storage.truncate(audioKey(idOf(path)), bytes);
  await pipeline.uploads.moveOffset(idOf(path), bytes);
  return path;
}

const chunked = (...chunks: Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

describe('an upload whose length nobody knows yet', () => {
  it('says so until its length is declared, by a part without bytes too', async () => {
    const pipeline = await testPipeline();
    const { patch, head, recording } = client(pipeline);
    const path = await recording();
    await patch(path, 0, Buffer.from('hello'));
    const before = await head(path);
    expect(before.headers.get('upload-defer-length')).toBe('1');
    expect(before.headers.get('upload-length')).toBeNull();
    expect(before.headers.get('upload-offset')).toBe('5');
    const declared = await patch(path, 5, new Uint8Array(), { 'upload-length': '5' });
    expect([declared.status, declared.headers.get('upload-offset')]).toEqual([204, '5']);
    const after = await head(path);
    expect(after.headers.get('upload-defer-length')).toBeNull();
    expect(after.headers.get('upload-length')).toBe('5');
    expect(await codeOf(await patch(path, 5, Buffer.from('!')))).toBe('upload.too_large');
    expect(await codeOf(await patch(path, 5, new Uint8Array(), { 'upload-length': '9' }))).toBe(
      'request.invalid',
    );
  });

  it.each([
    ['prod', limits.maxUploadBytes],
    ['stage', limits.maxUploadBytesStage],
  ])('on %s ends at the limit, and nothing beyond it stays', async (environment, largest) => {
    const pipeline = await testPipeline({ environment });
    const { patch, offset } = client(pipeline);
    const path = await grownTo(pipeline, largest - 10);
    expect(await codeOf(await patch(path, largest - 10, Buffer.alloc(11)))).toBe('upload.too_large');
    expect(await offset(path)).toBe(largest - 10);
    const streamed = await patch(path, largest - 10, chunked(Buffer.alloc(6), Buffer.alloc(6)));
    expect(await codeOf(streamed)).toBe('upload.too_large');
    const reached = await offset(path);
    expect(reached).toBeLessThanOrEqual(largest);
    expect((await stat(fileOf(pipeline, path))).size).toBe(reached);
    const over = await patch(path, reached, new Uint8Array(), { 'upload-length': String(largest + 1) });
    expect(await codeOf(over)).toBe('upload.too_large');
    expect((await patch(path, reached, Buffer.alloc(largest - reached))).status).toBe(204);
  });

  it('grows by hundreds of small parts to what was sent, byte for byte', async () => {
    const pipeline = await testPipeline();
    const { patch, recording } = client(pipeline);
    const path = await recording();
    const bytes = randomBytes(200 * 800);
    for (let from = 0; from < bytes.length; from += 800)
      expect((await patch(path, from, bytes.subarray(from, from + 800))).status).toBe(204);
    expect((await readFile(fileOf(pipeline, path))).equals(bytes)).toBe(true);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect((await pipeline.completeWith({ sha256, bytes: bytes.length })).status).toBe(200);
  });

  it('does not expire while parts come, however long the recording takes', async () => {
    const pipeline = await testPipeline();
    const { patch, offset, recording } = client(pipeline);
    const path = await recording();
    const keeper = { ...pipeline, log: undefined as never };
    for (let part = 0; part < 3; part++) {
      pipeline.clock.advance(keptMs);
      expect((await patch(path, part, Buffer.from('x'))).status).toBe(204);
      expect(await sweepUploads(keeper)).toBe(0);
    }
    expect(await offset(path)).toBe(3);
    pipeline.clock.advance(keptMs);
    // Its length is declared now, but it is still a recording.
    expect((await patch(path, 3, new Uint8Array(), { 'upload-length': '3' })).status).toBe(204);
    pipeline.clock.advance(keptMs);
    expect(await sweepUploads(keeper)).toBe(0);
    expect(await offset(path)).toBe(3);
    pipeline.clock.advance(2 * dayMs);
    expect((await client(pipeline).head(path)).status).toBe(404);
    expect(await sweepUploads(keeper)).toBe(1);
    expect((await client(pipeline).head(path)).status).toBe(404);
    await expect(stat(fileOf(pipeline, path))).rejects.toThrow('ENOENT');
  });

  it('ends as not found when its session is deleted in the middle of a part', async () => {
    const pipeline = await testPipeline();
    const path = await client(pipeline).recording();
    const gate = Promise.withResolvers<void>();
    const part = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from('hello'));
        await gate.promise;
        controller.close();
      },
    });
    const answer = client(pipeline).patch(path, 0, part);
    await eventually(async () => expect((await stat(fileOf(pipeline, path))).size).toBe(5));
    await pipeline.sessions.remove(pipeline.owner, pipeline.session.id);
    gate.resolve();
    expect(await codeOf(await answer)).toBe('upload.not_found');
    expect(await codeOf(await client(pipeline).create())).toBe('session.not_found');
  });
});

describe('two requests for one upload', () => {
  /** A part that stops half-way on an open connection, as after a silent loss of the network. */
  async function stalled(pipeline: TestPipeline, url: string, path: string) {
    const request = httpRequest(url + path, {
      method: 'PATCH',
      headers: { ...tus, ...octets, ...as(pipeline.user), 'upload-offset': '0', 'content-length': 2 * MB },
    });
    request.on('error', () => {});
    request.write(Buffer.alloc(MB, 1));
    await eventually(async () => expect((await stat(fileOf(pipeline, path))).size).toBe(MB));
    return request;
  }

  it('a dead one makes room for the next, which goes on behind what had come', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const path = await client(pipeline).recording();
    const dead = await stalled(pipeline, url, path);
    const head = await fetch(url + path, { method: 'HEAD', headers: { ...tus, ...as(pipeline.user) } });
    expect(head.headers.get('upload-offset')).toBe(String(MB));
    const next = await fetch(url + path, {
      method: 'PATCH',
      headers: { ...tus, ...octets, ...as(pipeline.user), 'upload-offset': String(MB) },
      body: Buffer.alloc(MB, 2),
    });
    expect(next.headers.get('upload-offset')).toBe(String(2 * MB));
    dead.destroy();
    expect(
      (await readFile(fileOf(pipeline, path))).equals(
        Buffer.concat([Buffer.alloc(MB, 1), Buffer.alloc(MB, 2)]),
      ),
    ).toBe(true);
  });

  it('of the same part, one is written and the other is told where things stand', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const path = await client(pipeline).recording();
    const headers = { ...tus, ...octets, ...as(pipeline.user), 'upload-offset': '0' };
    const body = randomBytes(MB);
    const answers = await Promise.all(
      [1, 2].map(() => fetch(url + path, { method: 'PATCH', headers, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    // The second request ends the first where it stands: the first is told how many of its bytes are stored.
    const written = answers.find(({ status }) => status === 204)!;
    const storedBytes = Number(written.headers.get('upload-offset'));
    const stored = await readFile(fileOf(pipeline, path));
    expect(stored.length).toBe(storedBytes);
    expect(stored.equals(body.subarray(0, storedBytes))).toBe(true);
  });

  it('the lock of a browser that was killed is free when its connection closes', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const path = await client(pipeline).recording();
    const killed = await stalled(pipeline, url, path);
    killed.destroy();
    // Read from the row, because asking for the offset would end the request.
    await eventually(async () => {
      const [row] = await pipeline.uploads.ofSession(pipeline.session.id);
      expect(row?.offset).toBe(MB);
    });
    using _ = await pipeline.uploadLocks.hold(idOf(path));
  });
});

describe('a disk that is full', () => {
  /** A store on a disk with this many bytes left; `room.bytes` may change. */
  const smallDisk =
    (room: { bytes: number }) =>
    (store: AudioStore): AudioStore => ({
      ...store,
      append: (key, offset, source) =>
        store.append(
          key,
          offset,
          (async function* () {
            for await (const chunk of source) {
              const fits = chunk.subarray(0, room.bytes);
              room.bytes -= fits.byteLength;
              if (fits.byteLength > 0) yield fits;
              if (fits.byteLength < chunk.byteLength)
                throw toStorageError(Object.assign(new Error('full'), { code: 'ENOSPC' }));
            }
          })(),
        ),
    });

  it('refuses a part, keeps what was acknowledged, and goes on when there is room', async () => {
    const room = { bytes: 12 };
    const pipeline = await testPipeline({ wrapStorage: smallDisk(room) });
    const { patch, offset, recording } = client(pipeline);
    const path = await recording();
    expect((await patch(path, 0, Buffer.from('the first '))).status).toBe(204);
    const refused = await patch(path, 10, Buffer.from('seconds'));
    expect([refused.status, await codeOf(refused)]).toEqual([507, 'upload.disk_full']);
    const reached = await offset(path);
    expect(reached).toBe(12);
    room.bytes = MB;
    expect((await patch(path, reached, Buffer.from('conds'))).status).toBe(204);
    const sound = Buffer.from('the first seconds');
    expect((await readFile(fileOf(pipeline, path))).equals(sound)).toBe(true);
    const sha256 = createHash('sha256').update(sound).digest('hex');
    expect((await pipeline.completeWith({ sha256 })).status).toBe(200);
  });

  it('of the database is named as such, and what it does not know is sent again', async () => {
    const pipeline = await testPipeline();
    const { patch, offset, recording } = client(pipeline);
    const path = await recording();
    await patch(path, 0, Buffer.from('kept'));
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const move = vi.spyOn(pipeline.uploads, 'moveOffset').mockRejectedValue(full);
    expect(await codeOf(await patch(path, 4, Buffer.from('lost')))).toBe('upload.disk_full');
    move.mockRestore();
    expect(await offset(path)).toBe(4);
    expect((await patch(path, 4, Buffer.from(' and more'))).status).toBe(204);
    expect((await readFile(fileOf(pipeline, path))).toString()).toBe('kept and more');
  });

  it('leaves no file where no upload could be begun', async () => {
    const pipeline = await testPipeline();
    const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    vi.spyOn(pipeline.uploads, 'create').mockRejectedValue(full);
    const metadata = encode({ session_id: pipeline.session.id, file_name: 'r' });
    const answer = await client(pipeline).create({ 'upload-metadata': metadata });
    expect([answer.status, await codeOf(answer)]).toEqual([507, 'upload.disk_full']);
    expect((await pipeline.storage.list('audio')[Symbol.asyncIterator]().next()).done).toBe(true);
  });
});
