import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { fullDiskChannel, modelFaultsChannel } from '#workers/testing/double-channel.ts';
import { largeContents, modelOf } from '#workers/testing/model-double.ts';
import { loadModelFile } from './load-model-file.ts';
import { openDeviceModels, type DeviceModels } from './model.client.ts';

const model = await modelOf('large', largeContents);
const never = new AbortController().signal;

const startWorker = () =>
  new Worker(new URL('../testing/model.worker.ts', import.meta.url), { type: 'module' });

/** Opens the models as one visit of the page does. Its worker serves when the list has come. */
async function visit(): Promise<DeviceModels> {
  const models = openDeviceModels(startWorker);
  onTestFinished(() => models[Symbol.dispose]());
  await models.list();
  return models;
}

function post(name: string, message: unknown): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

async function setFaults(faults: object): Promise<void> {
  const channel = new BroadcastChannel(modelFaultsChannel);
  const isSet = new Promise((done) => channel.addEventListener('message', done, { once: true }));
  channel.postMessage(faults);
  await isSet;
  channel.close();
}

afterEach(async () => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('models', { recursive: true }).catch(() => {});
});

describe('models on a real device', { timeout: 30_000 }, () => {
  it('survive a page that ends within a download: the next visit goes on, and later ones need no server', async () => {
    const first = await visit();
    await setFaults({ breaksAfter: 200_000, isSilent: true });
    const { promise: half, resolve } = Promise.withResolvers<void>();
    const ended = first.download(model, {
      signal: never,
      onProgress: ({ doneBytes }) => {
        if (doneBytes > 150_000) resolve();
      },
    });
    ended.catch(() => {});
    await half;
    first[Symbol.dispose]();
    await expect(ended).rejects.toThrow('The worker was ended.');
    const second = await visit();
    const [begun] = await second.list();
    expect(begun).toMatchObject({ isWhole: false });
    expect(begun!.storedBytes).toBeGreaterThan(100_000);
    const starts: number[] = [];
    const onProgress = ({ doneBytes }: { doneBytes: number }) => starts.push(doneBytes);
    expect(await second.download(model, { signal: never, onProgress })).toBeNull();
    expect(starts[0]).toBeGreaterThan(begun!.storedBytes);
    const third = await visit();
    expect(await third.list()).toEqual([{ model, storedBytes: model.bytes, isWhole: true }]);
    for (const [index, file] of model.files.entries()) {
      const fetch = () => Promise.reject(new TypeError('offline'));
      expect(await loadModelFile(file, { fetch, signal: never })).toEqual(largeContents[index]);
    }
  });

  it('tell that the device is full, and come when it has room; then they can be removed', async () => {
    const models = await visit();
    const downloadAnew = async () => {
      await models.remove('large');
      return models.download(model, { signal: never });
    };
    post(fullDiskChannel, true);
    await expect.poll(downloadAnew).toBe('full');
    post(fullDiskChannel, false);
    await expect.poll(downloadAnew).toBeNull();
    await models.remove('large');
    expect(await models.list()).toEqual([]);
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
    for await (const name of folder.keys()) expect.fail(`${name} is still there.`);
  });
});
