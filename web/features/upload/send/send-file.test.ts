import { expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { sendTimings } from '#web/lib/send-timings.ts';
import type { SendBlobOptions } from '#workers/send/send.client.ts';
import { forgetUpload, sendFile } from './send-file.ts';

/** Keys are own properties, as in a browser. */
function memoryStorage(): Storage {
  const storage: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(storage, name, { value, enumerable: false });
  return storage as unknown as Storage;
}

const denied = new Proxy({} as Storage, {
  get() {
    throw new DOMException('denied', 'SecurityError');
  },
  ownKeys() {
    throw new DOMException('denied', 'SecurityError');
  },
});

const file = new Blob(['sound']);
const metadata = { session_id: 's1', file_name: 'a.mp3', file_type: 'audio/mpeg' };
const sha256 = 'ab'.repeat(32);

function send(storage: Storage, { nowMs = 0, fails = null as string | null, sha = sha256 } = {}) {
  const asked: SendBlobOptions[] = [];
  const sending = sendFile(file, {
    metadata,
    sha256: sha,
    storage,
    timings: sendTimings(),
    now: () => nowMs,
    headers: async () => ({}),
    signal: new AbortController().signal,
    onState: () => {},
    send(_blob, options) {
      asked.push(options);
      const result = fails
        ? Promise.reject(Object.assign(new Error(fails), { code: fails }))
        : Promise.resolve();
      return { done: result, retryNow() {}, stop() {}, resume() {} };
    },
  });
  return { ...sending, options: asked[0]! };
}

it('A file that was on its way goes on there, another one begins anew', async () => {
  const storage = memoryStorage();
  const first = send(storage);
  expect(first.options.url).toBeNull();
  first.options.onUrl('/api/v1/uploads/1');
  expect(send(storage).options.url).toBe('/api/v1/uploads/1');
  expect(send(storage, { sha: 'cd'.repeat(32) }).options.url).toBeNull();
});

it('What was forgotten, has expired or is gone on the server begins anew', async () => {
  const storage = memoryStorage();
  const { onUrl } = send(storage).options;
  onUrl('/1');
  forgetUpload({ metadata, sha256 }, storage);
  expect(send(storage).options.url).toBeNull();
  onUrl('/2');
  expect(send(storage, { nowMs: limits.storedUploadExpiryMs + 1 }).options.url).toBeNull();
  expect(Object.keys(storage)).toEqual([]);
  onUrl('/3');
  onUrl(null);
  expect(send(storage).options.url).toBeNull();
});

it('What is all there is found again until it is forgotten: its completion may have failed', async () => {
  const storage = memoryStorage();
  const { done, options } = send(storage);
  options.onUrl('/1');
  await done;
  expect(send(storage).options.url).toBe('/1');
});

it('A session that has its sound already counts as sent; other refusals are told', async () => {
  const storage = memoryStorage();
  const again = send(storage, { fails: 'upload.already_complete' });
  await expect(again.done).resolves.toBeUndefined();
  expect(again.hadSound()).toBe(true);
  await expect(send(storage, { fails: 'upload.quota_exceeded' }).done).rejects.toMatchObject({
    code: 'upload.quota_exceeded',
  });
});

it('Where the browser keeps nothing it is sent all the same', async () => {
  const { done, options } = send(denied);
  expect(options.url).toBeNull();
  options.onUrl('/1');
  options.onUrl(null);
  await done;
});
