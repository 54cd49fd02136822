import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fakeCaches } from '#web/testing/fake-caches.ts';
import { cacheNames, documentKey, listKey } from './build-list.ts';

const source = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8');
const engine = '/engines/lame-2/mp3.wasm';

type FetchEvent = {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
};

/** The service worker over caches in memory. `answer` is that of the server. */
function worker(answer: (path: string) => Response | Promise<Response>) {
  const { caches, device, paths, origin } = fakeCaches();
  let onFetch: (event: FetchEvent) => void = () => {};
  const self = {
    location: new URL(`${origin}/sw.js`),
    addEventListener: (type: string, listener: typeof onFetch) => {
      if (type === 'fetch') onFetch = listener;
    },
  };
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return await answer(pathname);
  };
  const timers = { setTimeout: (run: () => void) => globalThis.setTimeout(run, 0), clearTimeout };
  runInContext(source, createContext({ self, URL, Response, Promise, caches, fetch, ...timers }));
  async function send(request: Request): Promise<Response | null> {
    const works: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    onFetch({
      request,
      respondWith: (response) => void answers.push(response),
      waitUntil: (work) => void works.push(work),
    });
    const [response] = await Promise.all(answers);
    await Promise.all(works);
    return response ?? null;
  }
  return {
    caches,
    device,
    paths,
    asked,
    /** Fetches an address as the page does. Resolves with the text when everything is stored. */
    get: async (path: string, init?: RequestInit) =>
      (await send(new Request(`${origin}${path}`, init)))?.text() ?? null,
    open: async (path: string) =>
      (await send(Object.defineProperty(new Request(`${origin}${path}`), 'mode', { value: 'navigate' })))!,
  };
}

const wasm = () => new Response('wasm', { headers: { 'content-type': 'application/wasm' } });
const documentOf = (build: string) =>
  new Response(`<meta name="build" content="${build}" />`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });

describe('An engine or a part', () => {
  it('is stored when it is first used', async () => {
    const { get, asked, paths } = worker(wasm);
    expect([await get(engine), await get(engine), await get('/assets/a-1.js')]).toEqual([
      'wasm',
      'wasm',
      'wasm',
    ]);
    expect(asked).toEqual([engine, '/assets/a-1.js']);
    expect([paths(cacheNames.engines), paths(cacheNames.parts)]).toEqual([[engine], ['/assets/a-1.js']]);
  });

  it('is left to the page, which stores it itself, where that fetches it in the background', async () => {
    const { get } = worker(wasm);
    expect(await get(engine, { cache: 'force-cache' })).toBeNull();
  });

  it('is used all the same on a full device', async () => {
    const { get, device, paths } = worker(wasm);
    device.isFull = true;
    expect([await get(engine), paths(cacheNames.engines)]).toEqual(['wasm', []]);
  });

  it.each<[string, () => Response]>([
    [
      'a document',
      () => new Response('sign in', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    ],
    ['that of another address', () => Object.defineProperty(wasm(), 'redirected', { value: true })],
    ['a failure', () => new Response('gone', { status: 404 })],
    ['a part of it', () => new Response('w', { status: 206 })],
  ])('is not stored if the answer is %s', async (_, answer) => {
    const { get, paths } = worker(answer);
    expect(await get(engine)).toBe(await answer().text());
    expect(paths(cacheNames.engines)).toEqual([]);
  });
});

it('A part without a hash is not replaced by the sign-in of a proxy', async () => {
  const server = { answer: () => new Response('body {}', { headers: { 'content-type': 'text/css' } }) };
  const { get, caches } = worker(() => server.answer());
  await get('/start.css');
  server.answer = () => new Response('sign in', { headers: { 'content-type': 'text/html' } });
  expect(await get('/start.css')).toBe('sign in');
  expect(await (await caches.match('/start.css'))!.text()).toBe('body {}');
});

describe('The document of a screen', () => {
  /** A device with build `one` as a whole. The server has `two` now. */
  async function withTwoBuilds() {
    const server: { answer(): Response | Promise<Response> } = { answer: () => documentOf('one') };
    const device = worker(() => server.answer());
    await device.open('/library');
    await (await device.caches.open(cacheNames.builds)).put(listKey('one'), new Response('{}'));
    server.answer = () => documentOf('two');
    await device.open('/library');
    return { ...device, server };
  }

  it.each<[string, () => Response | Promise<Response>]>([
    ['the server is away', () => Promise.reject(new TypeError('offline'))],
    ['the server does not answer', () => new Promise(() => {})],
    ['the server is starting behind its proxy', () => new Response('bad gateway', { status: 502 })],
  ])('is that of the last build that is whole while %s', async (_, answer) => {
    const { open, server, caches } = await withTwoBuilds();
    // A server that never answers would keep the event waiting too.
    server.answer = () => Promise.race([answer(), new Promise<Response>((_r, no) => setTimeout(no, 50))]);
    expect(await (await open('/create')).text()).toContain('one');
    await (await caches.open(cacheNames.builds)).put(listKey('two'), new Response('{}'));
    expect(await (await open('/create')).text()).toContain('two');
  });

  it('comes from the server while that answers, also with an error of its own', async () => {
    const { open, server } = await withTwoBuilds();
    expect(await (await open('/create')).text()).toContain('two');
    server.answer = () => new Response('broken', { status: 500 });
    expect(await (await open('/create')).text()).toBe('broken');
  });

  it('of others is not stored', async () => {
    const { open, paths } = worker(
      () => new Response('sign in', { headers: { 'content-type': 'text/html' } }),
    );
    await open('/library');
    expect(paths(cacheNames.builds)).toEqual([]);
  });

  it('stays the one of a whole build until no other is needed', async () => {
    const { paths } = await withTwoBuilds();
    expect(paths(cacheNames.builds)).toEqual(
      [documentKey('one'), listKey('one'), documentKey('two'), '/builds/current'].toSorted(),
    );
  });
});

it('Calls to the server are not handled, and nothing of them is stored', async () => {
  const { get, asked, caches } = worker(() => new Response('private'));
  for (const path of ['/api/v1/sessions', '/media/x', '/oidc/auth', '/models/list'])
    expect(await get(path)).toBeNull();
  expect([asked, await caches.keys()]).toEqual([[], []]);
});
