import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { OfferedModel } from '#api/contract/model.ts';
import { createMemoryFolder } from '#workers/testing/memory-folder.ts';
import { contentOf, createModelServer, modelOf } from '#workers/testing/model-double.ts';
import { downloadModel, type DownloadOptions } from './download-model.ts';
import { openDeviceModels } from './model.client.ts';
import { loadModelFile, storedModelFile } from './load-model-file.ts';
import type { ModelProgress } from './model.contract.ts';
import { createModelStore, modelRoot } from './model-store.ts';

const weights = contentOf(100);
const config = contentOf(23, 2);
const contents = [config, weights];
const tiny = await modelOf('tiny', contents);
const [configFile, weightsFile] = tiny.files as [OfferedModel['files'][0], OfferedModel['files'][0]];

/** A device with a server. `isFull` fills the device. */
async function device() {
  const state = { isFull: false };
  const folder = createMemoryFolder(() => state.isFull);
  const server = await createModelServer(contents);
  const store = createModelStore(folder);
  const progress: ModelProgress[] = [];
  const download = (model = tiny, options: Partial<DownloadOptions> = {}) =>
    downloadModel(model, {
      store,
      freeBytes: async () => null,
      fetch: server.fetch,
      signal: new AbortController().signal,
      onProgress: (one) => progress.push(one),
      ...options,
    });
  const bytesOf = async (name: string) =>
    new Uint8Array(await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer());
  const names = async () => {
    const found: string[] = [];
    for await (const name of folder.keys()) found.push(name);
    return found.toSorted();
  };
  const whole = { model: tiny, storedBytes: tiny.bytes, isWhole: true };
  return { state, folder, server, store, progress, download, bytesOf, names, whole };
}

describe('a download', () => {
  it('stores each file under its digest, tells how far it is, and lists the model', async () => {
    const { download, store, progress, bytesOf, names, whole } = await device();
    expect(await store.list()).toEqual([]);
    expect(await download()).toBeNull();
    expect(await bytesOf(configFile.sha256)).toEqual(config);
    expect(await bytesOf(weightsFile.sha256)).toEqual(weights);
    expect(await names()).toEqual([configFile.sha256, 'tiny.json', weightsFile.sha256].toSorted());
    expect(await store.list()).toEqual([whole]);
    const done = progress.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toEqual({ doneBytes: 123, totalBytes: 123 });
  });

  it('asks for nothing that is there', async () => {
    const { download, server, store, whole } = await device();
    await download();
    server.requests.length = 0;
    server.faults.isOffline = true;
    expect(await download()).toBeNull();
    expect(server.requests).toEqual([]);
    expect(await store.list()).toEqual([whole]);
  });

  it('that breaks off at any byte goes on at that byte, and ends with the same file', async () => {
    for (const endsEarly of [false, true]) {
      for (let at = 1; at < weights.length; at++) {
        const { download, server, bytesOf, store } = await device();
        server.faults.endsEarly = endsEarly;
        server.faults.breaksAfter = at;
        expect([at, await download()]).toEqual([at, 'interrupted']);
        // The first file breaks off where it is longer than that.
        const [first] = await store.list();
        expect(first).toMatchObject({
          isWhole: false,
          storedBytes: at < config.length ? at : config.length + at,
        });
        delete server.faults.breaksAfter;
        server.requests.length = 0;
        expect([at, await download()]).toEqual([at, null]);
        expect(server.requests[0]).toMatchObject({ range: `bytes=${at}-` });
        expect(await bytesOf(weightsFile.sha256)).toEqual(weights);
        expect(await bytesOf(configFile.sha256)).toEqual(config);
      }
    }
  });

  it('goes on byte by byte, however often it breaks off', async () => {
    const { download, server, whole, store } = await device();
    server.faults.breaksAfter = 1;
    let tries = 1;
    while ((await download()) === 'interrupted') tries++;
    expect(tries).toBe(tiny.bytes - contents.length + 1);
    expect(await store.list()).toEqual([whole]);
  });

  it('begins anew where the server ignores the range', async () => {
    const { download, server, bytesOf } = await device();
    server.faults.breaksAfter = 50;
    await download();
    delete server.faults.breaksAfter;
    server.faults.ignoresRange = true;
    expect(await download()).toBeNull();
    expect(await bytesOf(weightsFile.sha256)).toEqual(weights);
  });

  it('goes on when only the last step is missing: all bytes are there and have no name yet', async () => {
    const { download, server, store, bytesOf } = await device();
    const part = await store.openPart(weightsFile);
    part.append(weights);
    await part.close();
    expect(await download()).toBeNull();
    expect(server.requests.map(({ address }) => address)).toEqual([`/models/${configFile.sha256}`]);
    expect(await bytesOf(weightsFile.sha256)).toEqual(weights);
  });

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['other bytes of the same length', contentOf(100, 3)],
    ['more bytes', Uint8Array.from([...contentOf(100, 3), 1, 2, 3])],
  ])('of %s is refused and thrown away; the right ones are fetched later', async (_, wrong) => {
    const { download, server, bytesOf, store } = await device();
    server.replace(weightsFile, wrong);
    expect(await download()).toBe('wrong_digest');
    expect(await store.has(weightsFile)).toBe(false);
    expect(await store.storedBytes(weightsFile)).toBe(0);
    server.replace(weightsFile, weights);
    expect(await download()).toBeNull();
    expect(await bytesOf(weightsFile.sha256)).toEqual(weights);
  });

  it('is refused when bytes that came before have changed on the device', async () => {
    const { download, store, server } = await device();
    const part = await store.openPart(weightsFile);
    part.append(contentOf(40, 9));
    await part.close();
    expect(await download()).toBe('wrong_digest');
    server.requests.length = 0;
    expect(await download()).toBeNull();
    expect(server.requests).toEqual([{ address: `/models/${weightsFile.sha256}`, range: null }]);
  });

  it('says that the server does not have the file, or does not answer', async () => {
    const { download, server } = await device();
    expect(await download(await modelOf('other', [contentOf(5, 5)]))).toBe('missing');
    server.faults.isOffline = true;
    expect(await download()).toBe('interrupted');
  });

  it('without room says so, gives the room back, and succeeds when there is room', async () => {
    const { download, state, server, store } = await device();
    const fillsUp: DownloadOptions['fetch'] = async (address, init) => {
      state.isFull = address.endsWith(weightsFile.sha256);
      return server.fetch(address, init);
    };
    expect(await download(tiny, { fetch: fillsUp })).toBe('full');
    expect(await store.list()).toMatchObject([{ storedBytes: config.length, isWhole: false }]);
    state.isFull = false;
    expect(await download()).toBeNull();
  });

  it('is not begun without room for a recording beside it', async () => {
    const { download, server, store } = await device();
    const room = tiny.bytes + limits.maxUploadBytes;
    expect(await download(tiny, { freeBytes: async () => room - 1 })).toBe('full');
    expect([server.requests, await store.list()]).toEqual([[], []]);
    expect(await download(tiny, { freeBytes: async () => room })).toBeNull();
    // What is there needs no room.
    expect(await download(tiny, { freeBytes: async () => 0 })).toBeNull();
  });

  it('that is cancelled rejects with the reason, keeps what has come, and goes on later', async () => {
    const { download, server, store, whole } = await device();
    const stop = new AbortController();
    const onProgress = ({ doneBytes }: ModelProgress) => {
      if (doneBytes > 60) stop.abort(new Error('enough'));
    };
    await expect(download(tiny, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
    const [stored] = await store.list();
    expect(stored!.storedBytes).toBeGreaterThan(60);
    expect(stored!.isWhole).toBe(false);
    server.requests.length = 0;
    expect(await download()).toBeNull();
    expect(server.requests[0]!.range).toBe(`bytes=${stored!.storedBytes - config.length}-`);
    expect(await store.list()).toEqual([whole]);
  });

  it('ends as an interruption when the server falls silent', async () => {
    vi.useFakeTimers();
    try {
      const { download } = await device();
      const silent: DownloadOptions['fetch'] = () => Promise.withResolvers<Response>().promise;
      const ended = download(tiny, { fetch: silent });
      await vi.advanceTimersByTimeAsync(limits.requestTimeoutMs + 1);
      expect(await ended).toBe('interrupted');
    } finally {
      vi.useRealTimers();
    }
  });
});

const shared = await modelOf('base', [config, contentOf(40, 7)]);

describe('stored models', () => {
  it('are removed one by one; a file that another one has stays', async () => {
    const { download, server, store, names } = await device();
    const all = await createModelServer([...contents, contentOf(40, 7)]);
    expect(await download()).toBeNull();
    expect(await download(shared, { fetch: all.fetch })).toBeNull();
    expect(all.requests).toHaveLength(1);
    await store.remove('tiny');
    expect((await store.list()).map(({ model, isWhole }) => [model.id, isWhole])).toEqual([['base', true]]);
    await store.remove('base');
    expect(await names()).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  it('lose the files of an earlier version, also those that are begun', async () => {
    const { download, server, names } = await device();
    server.faults.breaksAfter = 50;
    await download();
    delete server.faults.breaksAfter;
    const next = await modelOf('tiny', [config]);
    expect(await download(next)).toBeNull();
    expect(await names()).toEqual([configFile.sha256, 'tiny.json'].toSorted());
  });

  it('are listed without an entry that cannot be read; its files go at the next change', async () => {
    const { download, folder, store, names } = await device();
    await download();
    const handle = await folder.getFileHandle('tiny.json');
    const access = await handle.createSyncAccessHandle();
    access.truncate(5);
    access.close();
    expect(await store.list()).toEqual([]);
    await store.remove('nothing');
    expect(await names()).toEqual([]);
  });
});

describe('a model file for an engine', () => {
  const loading = (fetch: DownloadOptions['fetch'] & {}) =>
    loadModelFile(weightsFile, { fetch, signal: new AbortController().signal });
  const withRoot = (root: (() => Promise<FileSystemDirectoryHandle>) | undefined) => {
    vi.stubGlobal('navigator', { storage: root ? { getDirectory: root } : undefined });
    onTestFinished(() => void vi.unstubAllGlobals());
  };

  it('comes from the device without the network, once it is there', async () => {
    const server = await createModelServer(contents);
    const root = createMemoryFolder();
    withRoot(async () => root);
    expect(await storedModelFile(weightsFile)).toBeNull();
    const store = createModelStore(await root.getDirectoryHandle(modelRoot, { create: true }));
    const signal = new AbortController().signal;
    await downloadModel(tiny, { store, freeBytes: async () => null, fetch: server.fetch, signal });
    server.faults.isOffline = true;
    server.requests.length = 0;
    expect(await loading(server.fetch)).toEqual(weights);
    expect(server.requests).toEqual([]);
  });

  it.each<[string, (() => Promise<FileSystemDirectoryHandle>) | undefined]>([
    ['has no storage', undefined],
    ['denies its storage', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  ])('comes from the server, verified, where the browser %s', async (_, root) => {
    const server = await createModelServer(contents);
    withRoot(root);
    expect(await loading(server.fetch)).toEqual(weights);
    server.replace(weightsFile, contentOf(100, 3));
    await expect(loading(server.fetch)).rejects.toMatchObject({ reason: 'wrong_digest' });
    server.faults.isOffline = true;
    await expect(loading(server.fetch)).rejects.toMatchObject({ reason: 'interrupted' });
  });
});

describe('a browser without storage', () => {
  it('has no models, and a download says so', async () => {
    vi.stubGlobal('navigator', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    using models = openDeviceModels();
    expect(await models.list()).toEqual([]);
    expect(await models.download(tiny, { signal: new AbortController().signal })).toBe('none');
    await models.remove('tiny');
  });
});
