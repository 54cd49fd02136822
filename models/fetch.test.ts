import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fetchModel, ModelFetchError, type FetchProgress } from './fetch.ts';
import type { Model } from './manifest.ts';
import { fileSize, locateModel } from './store.ts';

const weights = Buffer.from('0123456789'.repeat(20_000));
const config = Buffer.from('{"model_type":"whisper"}');
const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');

const model: Model = {
  id: 'tiny',
  task: 'transcription',
  title: 'Tiny',
  licence: 'MIT',
  source: 'house/tiny',
  bytes: weights.length + config.length,
  dtype: 'q8',
  chunkLengthS: 30,
  languages: ['de'],
  takesPrompt: true,
  hearsTwice: false,
  expectedRtf: { '1': 0.1, '2': 0.1, '4': 0.1 },
  files: [
    { path: 'config.json', bytes: null, sha256: null },
    { path: 'onnx/weights.onnx', bytes: weights.length, sha256: digest(weights) },
  ],
};

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'wortlaut-models-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A model hub that supports ranges. `answer` may handle a request instead. */
async function hub(answer?: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const requests: { path: string; range: string | undefined }[] = [];
  const contents: Record<string, Buffer> = { 'config.json': config, 'onnx/weights.onnx': weights };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/house/tiny/resolve/main/', '');
    requests.push({ path, range: request.headers.range });
    if (answer?.(request, response)) return;
    const content = contents[path];
    if (!content) return response.writeHead(404).end();
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= content.length) return response.writeHead(416).end();
    response.writeHead(request.headers.range ? 206 : 200).end(content.subarray(from));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { source: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, contents };
}

const problemOf = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ModelFetchError ? error.problem : error;
};

it('brings every file, says how far it is, and asks nobody the second time', async () => {
  const storeDir = await folder();
  const { source, requests } = await hub();
  const progress: FetchProgress[] = [];
  const dir = await fetchModel({ model, storeDir, source, onProgress: (step) => progress.push(step) });
  expect(await readFile(join(dir, 'onnx/weights.onnx'))).toEqual(weights);
  expect(await locateModel(model, [storeDir])).toBe(dir);
  expect(progress.at(-1)?.done).toBe(weights.length + config.length);
  expect(progress.map(({ done }) => done)).toEqual(
    progress.map(({ done }) => done).toSorted((a, b) => a - b),
  );
  const asked = requests.length;
  await fetchModel({ model, storeDir, source });
  expect(requests).toHaveLength(asked);
});

it('makes fetched files and new folders readable for every account, whatever the umask is', async () => {
  const storeDir = await folder();
  const { source } = await hub();
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const dir = await fetchModel({ model, storeDir: join(storeDir, 'shared/models'), source });
  const modes = [];
  for (const path of ['..', '../..', '.', 'onnx', 'onnx/weights.onnx', 'config.json', 'digests.json'])
    modes.push([path, (await stat(join(dir, path))).mode & 0o777]);
  expect(modes).toEqual([
    ...['..', '../..', '.', 'onnx'].map((path) => [path, 0o755]),
    ...['onnx/weights.onnx', 'config.json', 'digests.json'].map((path) => [path, 0o644]),
  ]);
});

it('goes on where a connection broke off', async () => {
  const storeDir = await folder();
  let half: ServerResponse | undefined;
  const { source, requests } = await hub((request, response) => {
    if (half || !request.url?.endsWith('weights.onnx')) return false;
    half = response.writeHead(200, { 'content-length': weights.length });
    half.write(weights.subarray(0, 50_000));
    return true;
  });
  const onProgress = ({ path }: FetchProgress) => path.endsWith('.onnx') && half?.destroy();
  expect(await problemOf(fetchModel({ model, storeDir, source, onProgress }))).toBe('unreachable');
  expect(await locateModel(model, [storeDir])).toBeNull();
  const part = await fileSize(join(storeDir, 'tiny/onnx/weights.onnx.part'));
  expect(part).toBeGreaterThan(0);
  const dir = await fetchModel({ model, storeDir, source });
  expect(requests.at(-1)).toEqual({ path: 'onnx/weights.onnx', range: `bytes=${part}-` });
  expect(await readFile(join(dir, 'onnx/weights.onnx'))).toEqual(weights);
});

it('begins anew where the source knows no ranges', async () => {
  const storeDir = await folder();
  await mkdir(join(storeDir, 'tiny/onnx'), { recursive: true });
  await writeFile(join(storeDir, 'tiny/onnx/weights.onnx.part'), weights.subarray(0, 70_000));
  const { source } = await hub((request, response) => {
    if (!request.url?.endsWith('weights.onnx')) return false;
    response.writeHead(200).end(weights);
    return true;
  });
  const dir = await fetchModel({ model, storeDir, source });
  expect(await readFile(join(dir, 'onnx/weights.onnx'))).toEqual(weights);
});

it('refuses and removes a file whose digest is wrong', async () => {
  const storeDir = await folder();
  const { source, contents } = await hub();
  contents['onnx/weights.onnx'] = Buffer.from(weights).fill('x', 100, 101);
  expect(await problemOf(fetchModel({ model, storeDir, source }))).toBe('wrong_digest');
  expect(await fileSize(join(storeDir, 'tiny/onnx/weights.onnx'))).toBeNull();
  expect(await fileSize(join(storeDir, 'tiny/onnx/weights.onnx.part'))).toBeNull();
});

it('holds a file of unknown digest to what the first fetch brought', async () => {
  const storeDir = await folder();
  const { source, contents } = await hub();
  const dir = await fetchModel({ model, storeDir, source });
  await rm(join(dir, 'config.json'));
  contents['config.json'] = Buffer.from('{"model_type":"another"}');
  expect(await problemOf(fetchModel({ model, storeDir, source }))).toBe('wrong_digest');
  contents['config.json'] = config;
  await fetchModel({ model, storeDir, source });
  expect(await readFile(join(dir, 'config.json'))).toEqual(config);
});

it('holds a file of unknown digest to the one that the source declares', async () => {
  const storeDir = await folder();
  let declared = digest(Buffer.from('something else'));
  const { source } = await hub((request, response) => {
    if (!request.url?.endsWith('config.json')) return false;
    response.writeHead(200, { 'x-linked-etag': `"${declared}"` }).end(config);
    return true;
  });
  expect(await problemOf(fetchModel({ model, storeDir, source }))).toBe('wrong_digest');
  declared = digest(config);
  await fetchModel({ model, storeDir, source });
});

it('tells apart a source without the file, one that refuses and one that is not there', async () => {
  const storeDir = await folder();
  const { source, contents } = await hub();
  delete contents['onnx/weights.onnx'];
  expect(await problemOf(fetchModel({ model, storeDir, source }))).toBe('not_found');
  const refusing = await hub((_, response) => {
    response.writeHead(503).end();
    return true;
  });
  expect(await problemOf(fetchModel({ model, storeDir, source: refusing.source }))).toBe('refused');
  expect(await problemOf(fetchModel({ model, storeDir, source: 'http://127.0.0.1:1' }))).toBe('unreachable');
});

it('says that the folder cannot be written', async () => {
  const storeDir = join(await folder(), 'file');
  await writeFile(storeDir, '');
  const { source } = await hub();
  expect(await problemOf(fetchModel({ model, storeDir, source }))).toBe('disk_failed');
});

it('stops when it is told to, and goes on later', async () => {
  const storeDir = await folder();
  const { source } = await hub();
  const abort = new AbortController();
  const stopped = fetchModel({
    model,
    storeDir,
    source,
    signal: abort.signal,
    onProgress: ({ path }) => path.endsWith('.onnx') && abort.abort(new Error('stopped')),
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await locateModel(model, [storeDir])).toBeNull();
  await fetchModel({ model, storeDir, source });
  expect(await locateModel(model, [storeDir])).not.toBeNull();
});

it.each(['house/tiny', 'tiny', ''])(
  'takes the files from a folder that has them under "%s"',
  async (place) => {
    const [storeDir, fromDir] = [await folder(), await folder()];
    await mkdir(join(fromDir, place, 'onnx'), { recursive: true });
    await writeFile(join(fromDir, place, 'config.json'), config);
    expect(await problemOf(fetchModel({ model, storeDir, fromDir }))).toBe('not_found');
    await writeFile(join(fromDir, place, 'onnx/weights.onnx'), weights);
    const dir = await fetchModel({ model, storeDir, fromDir });
    expect(await readFile(join(dir, 'onnx/weights.onnx'))).toEqual(weights);
  },
);
