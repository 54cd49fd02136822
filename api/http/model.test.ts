import { createHash } from 'node:crypto';
import { cp, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelFileAddress, modelListSchema } from '#api/contract/model.ts';
import { createLog, silentLog } from '#api/lib/log.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { findModel } from '#models/manifest.ts';

const repositoryModels = join(import.meta.dirname, '../../models');
const digest = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');

/** A server whose models folder has the fixture and, of another model, files that were copied by hand. */
async function served(log = silentLog(), transcriptionModel = 'fixture') {
  const store = await testFolder();
  await cp(join(repositoryModels, 'fixture'), join(store, 'fixture'), { recursive: true });
  const tiny = findModel('whisper-tiny')!;
  const put = async (path: string, content: string) => {
    const target = join(store, 'whisper-tiny', path);
    await mkdir(join(target, '..'), { recursive: true });
    await writeFile(target, content);
  };
  for (const { path, bytes } of tiny.files) {
    await put(path, `content of ${path}`);
    // A verified file is not read again, so its size is enough.
    if (bytes !== null) await truncate(join(store, 'whisper-tiny', path), bytes);
  }
  const { app } = await testApp({ modelsDirs: [store], transcriptionModel, log });
  const list = async () => modelListSchema.parse(await (await app.request('/api/v1/models')).json());
  return { app, list, put, store, tiny };
}

describe('the models of the server', () => {
  it('are those that lie complete in the folder, each with its files, sizes and digests, without sign-in', async () => {
    const { list, tiny } = await served();
    const models = await list();
    expect(models.map(({ id, task }) => [id, task])).toEqual([
      ['fixture', 'transcription'],
      ['whisper-tiny', 'transcription'],
    ]);
    expect(models[0]!.files).toEqual(findModel('fixture')!.files);
    const files = tiny.files.map((file) => {
      const content = `content of ${file.path}`;
      return file.bytes === null
        ? { path: file.path, bytes: content.length, sha256: digest(content) }
        : { ...file, bytes: file.bytes };
    });
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    expect(models[1]).toEqual({ id: 'whisper-tiny', task: tiny.task, title: tiny.title, bytes, files });
  });

  it('leave the test model out, unless the server transcribes with it', async () => {
    const { app, list } = await served(silentLog(), 'whisper-base');
    expect((await list()).map(({ id }) => id)).toEqual(['whisper-tiny']);
    const { sha256 } = findModel('fixture')!.files[0]!;
    expect((await app.request(modelFileAddress(sha256!))).status).toBe(404);
  });

  it('are listed anew when files come, change and go', async () => {
    const { app, list, put, store, tiny } = await served();
    const { path } = tiny.files[0]!;
    await list();
    await put(path, 'another content');
    expect((await list())[1]!.files[0]).toEqual({ path, bytes: 15, sha256: digest('another content') });
    expect((await app.request(modelFileAddress(digest(`content of ${path}`)))).status).toBe(404);
    await rm(join(store, 'whisper-tiny', path));
    expect((await list()).map(({ id }) => id)).toEqual(['fixture']);
    expect((await app.request(modelFileAddress(digest('another content')))).status).toBe(404);
  });
});

describe('a model in a damaged folder', () => {
  const lockOf = (content: string) => async (folder: string) =>
    writeFile(join(folder, 'digests.json'), content);

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['digests that are cut off', lockOf('{"vocab')],
    ['digests that are null', lockOf('null')],
    ['a digest that is none', lockOf('{"config.json":{"bytes":1,"sha256":5}}')],
    ['digests that are a folder', (folder) => mkdir(join(folder, 'digests.json'))],
  ])('is left out, and told once: %s', async (_, damage) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const { app, list, store } = await served(log);
    await damage(join(store, 'whisper-tiny'));
    const ids = async () => (await list()).map(({ id }) => id);
    expect([await ids(), await ids()]).toEqual([['fixture'], ['fixture']]);
    const { sha256 } = findModel('fixture')!.files[0]!;
    expect((await app.request(modelFileAddress(sha256!))).status).toBe(200);
    expect((await app.request(modelFileAddress(digest('nothing')))).status).toBe(404);
    const told = lines.filter((line) => line.includes('"model":'));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0]!)).toMatchObject({ level: 'warn', model: 'whisper-tiny' });
    await rm(join(store, 'whisper-tiny', 'digests.json'), { recursive: true });
    expect(await ids()).toEqual(['fixture', 'whisper-tiny']);
  });
});

describe('a model file by its digest', () => {
  const config = findModel('fixture')!.files.find(({ path }) => path === 'config.json')!;
  const weights = findModel('fixture')!.files.find(({ path }) => path.endsWith('.onnx'))!;

  it('is answered whole and for ever, as the isolated page needs it, without sign-in', async () => {
    const { app } = await served();
    for (const { bytes, sha256, path } of [config, weights]) {
      const answer = await app.request(modelFileAddress(sha256!));
      const body = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, body.length, digest(body)]).toEqual([200, bytes, sha256]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': path.endsWith('.json') ? 'application/json' : 'application/octet-stream',
        'content-length': String(bytes),
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        etag: `"${sha256}"`,
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('is answered from any byte on, and not with HEAD', async () => {
    const { app } = await served();
    const address = modelFileAddress(weights.sha256!);
    const whole = Buffer.from(await (await app.request(address)).arrayBuffer());
    for (const from of [0, 1, 70_000, whole.length - 1]) {
      const headers = { range: `bytes=${from}-`, 'if-range': `"${weights.sha256}"` };
      const answer = await app.request(address, { headers });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([
        206,
        `bytes ${from}-${whole.length - 1}/${whole.length}`,
      ]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(from))).toBe(true);
    }
    const beyond = await app.request(address, { headers: { range: `bytes=${whole.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    const head = await app.request(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(whole.length),
      '',
    ]);
  });

  it.each([
    digest('nothing'),
    config.sha256!.slice(1),
    config.sha256!.toUpperCase(),
    `${config.sha256}/config.json`,
    `..%2f${config.sha256}`,
    '..%2fmanifest.json',
    'fixture/../manifest.json',
  ])('is refused where no model has it: %s', async (path) => {
    const { app } = await served();
    const answer = await app.request(`/models/${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toHaveProperty('code');
  });

  it('is found without asking for the list first, also of a file that was copied by hand', async () => {
    const { app, tiny } = await served();
    const content = `content of ${tiny.files[0]!.path}`;
    const answer = await app.request(modelFileAddress(digest(content)));
    expect([answer.status, await answer.text()]).toEqual([200, content]);
  });
});
