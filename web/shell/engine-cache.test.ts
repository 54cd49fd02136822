import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8');
const origin = 'https://wortlaut.example';
const [former, engine] = ['/engines/lame-1/mp3.wasm', '/engines/lame-2/mp3.wasm'];
const other = '/engines/lame-2/mp3.js';

type FetchEvent = {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
};

/** The service worker over a cache of engines, which has an engine of a former version. `answer` is that of the server. */
function worker(answer: () => Response, { isFull = false } = {}) {
  const addressOf = (key: Request | string) => new URL(typeof key === 'string' ? key : key.url, origin).href;
  const stored = new Map([[addressOf(former), new Response('former')]]);
  const steps: string[] = [];
  const cache = {
    match: async (key: Request) => stored.get(addressOf(key))?.clone(),
    keys: async () => Array.from(stored.keys(), (url) => ({ url })),
    async put(key: Request, response: Response) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(addressOf(key), response);
      steps.push(`put ${new URL(addressOf(key)).pathname}`);
    },
    async delete(key: string) {
      steps.push(`delete ${new URL(addressOf(key)).pathname}`);
      return stored.delete(addressOf(key));
    },
  };
  let onFetch: (event: FetchEvent) => void = () => {};
  const self = {
    location: new URL(`${origin}/sw.js?version=1`),
    addEventListener: (type: string, listener: typeof onFetch) => {
      if (type === 'fetch') onFetch = listener;
    },
  };
  runInContext(
    source,
    createContext({ self, URL, caches: { open: async () => cache }, fetch: async () => answer() }),
  );
  return {
    steps,
    /** Fetches an address as the page does, and waits until everything is stored. */
    async get(path: string): Promise<string> {
      const works: Promise<unknown>[] = [];
      let answered: Promise<Response> | null = null;
      onFetch({
        request: new Request(`${origin}${path}`),
        respondWith: (response) => void (answered = response),
        waitUntil: (work) => void works.push(work),
      });
      const text = await (await answered!)!.text();
      await Promise.all(works);
      return text;
    },
  };
}

const wasm = () => new Response('wasm', { headers: { 'content-type': 'application/wasm' } });

describe('an engine', () => {
  it('is stored when it is first used; only then the former version goes', async () => {
    let asked = 0;
    const { get, steps } = worker(() => (asked++, wasm()));
    expect([await get(engine), await get(engine), asked]).toEqual(['wasm', 'wasm', 1]);
    expect(steps).toEqual([`put ${engine}`, `delete ${former}`]);
    await get(other);
    expect(steps.slice(2)).toEqual([`put ${other}`]);
  });

  it('is used all the same on a full device, and the former version stays', async () => {
    const { get, steps } = worker(wasm, { isFull: true });
    expect([await get(engine), steps]).toEqual(['wasm', []]);
  });

  it.each<[string, () => Response]>([
    [
      'a document',
      () => new Response('sign in', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    ],
    ['that of another address', () => Object.defineProperty(wasm(), 'redirected', { value: true })],
    ['a failure', () => new Response('gone', { status: 404 })],
    ['a part', () => new Response('w', { status: 206 })],
  ])('is not stored if the answer is %s', async (_, answer) => {
    const { get, steps } = worker(answer);
    expect(await get(engine)).toBe(await answer().text());
    expect(steps).toEqual([]);
  });
});
