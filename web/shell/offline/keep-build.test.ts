import { beforeEach, describe, expect, it } from 'vitest';
import { fakeCaches } from '#web/testing/fake-caches.ts';
import { buildLock, buildOfDocument, cacheNames, documentKey, listKey, readBuildList } from './build-list.ts';
import { keepBuild, type KeepDeps } from './keep-build.ts';

const list = (build: string, ...own: string[]) => ({
  build,
  parts: ['/assets/same-0.js', ...own, `/engines/lame-${build}/mp3.wasm`],
  engines: [`/engines/lame-${build}/mp3.wasm`, `/engines/ort-${build}/ort.wasm`],
});
const one = list('one', '/assets/one-1.js');
const two = list('two', '/assets/two-1.js');

let device: ReturnType<typeof fakeCaches>;
let asked: string[];
let locks: string[] | null;
let deps: KeepDeps;

/** The server has this build. */
const deploy = (build: string) => {
  deps.fetch = async (address) => {
    asked.push(address);
    if (address === '/')
      return new Response(`<meta name="build" content="${build}" />`, {
        headers: { 'content-type': 'text/html' },
      });
    return new Response('part');
  };
};

beforeEach(() => {
  device = fakeCaches();
  asked = [];
  locks = [];
  const { caches } = device;
  deps = { caches, fetch: async () => new Response(), idle: async () => {}, heldLocks: async () => locks };
});

describe('The page of a build', () => {
  it('is stored part by part, each one when the page is idle, and whole at the end', async () => {
    deploy('one');
    let waits = 0;
    deps.idle = async () => {
      waits++;
      expect(device.paths(cacheNames.builds)).not.toContain(listKey('one'));
    };
    await keepBuild(one, deps);
    expect(waits).toBe(one.parts.length);
    expect(asked).toEqual([...one.parts, '/']);
    expect(device.paths(cacheNames.parts)).toEqual(['/assets/one-1.js', '/assets/same-0.js']);
    expect(device.paths(cacheNames.builds)).toContain(listKey('one'));
    await keepBuild(one, deps);
    expect(asked).toHaveLength(one.parts.length + 1);
  });

  it.each<[string, () => Response]>([
    ['gone, because the server has a newer build', () => new Response('', { status: 404 })],
    ['the sign-in of a proxy', () => new Response('sign in', { headers: { 'content-type': 'text/html' } })],
  ])('is not whole if a part is %s; the next try goes on where it stopped', async (_, answer) => {
    deploy('one');
    const { fetch } = deps;
    deps.fetch = async (address, init) =>
      address === '/assets/one-1.js' ? answer() : await fetch(address, init);
    await expect(keepBuild(one, deps)).rejects.toThrow('/assets/one-1.js');
    expect(device.paths(cacheNames.builds)).toEqual([]);
    asked = [];
    deps.fetch = fetch;
    await keepBuild(one, deps);
    expect(asked).toEqual([...one.parts.slice(1), '/']);
  });

  it('is not whole if the server gives the document of another build', async () => {
    deploy('two');
    await expect(keepBuild(one, deps)).rejects.toThrow('another build');
    expect(device.paths(cacheNames.builds)).toEqual([]);
  });
});

describe('After the next build is whole, the former one', () => {
  const update = async () => {
    deploy('one');
    await keepBuild(one, deps);
    // An engine that was stored when it was used.
    await (await device.caches.open(cacheNames.engines)).put('/engines/ort-one/ort.wasm', new Response());
    deploy('two');
    await keepBuild(two, deps);
  };

  it('goes with its parts and engines, if no tab uses it', async () => {
    await update();
    expect(device.paths(cacheNames.parts)).toEqual(['/assets/same-0.js', '/assets/two-1.js']);
    expect(device.paths(cacheNames.engines)).toEqual(['/engines/lame-two/mp3.wasm']);
    expect(device.paths(cacheNames.builds)).toEqual(
      [documentKey('two'), listKey('two'), '/builds/current'].toSorted(),
    );
  });

  it('stays as long as a tab uses it', async () => {
    locks = [buildLock('one'), buildLock('two'), 'wortlaut-recording/x'];
    await update();
    expect(device.paths(cacheNames.parts)).toContain('/assets/one-1.js');
    expect(device.paths(cacheNames.engines)).toEqual([
      '/engines/lame-one/mp3.wasm',
      '/engines/lame-two/mp3.wasm',
      '/engines/ort-one/ort.wasm',
    ]);
    locks = [buildLock('two')];
    await keepBuild(two, deps);
    expect(device.paths(cacheNames.parts)).not.toContain('/assets/one-1.js');
  });

  it('stays one build longer where the browser cannot tell which tabs are open', async () => {
    locks = null;
    await update();
    expect(device.paths(cacheNames.parts)).toContain('/assets/one-1.js');
  });

  it('takes nothing with it if a tab uses a build whose parts are unknown', async () => {
    locks = [buildLock('zero')];
    await update();
    expect(device.paths(cacheNames.parts)).toContain('/assets/one-1.js');
  });
});

it('The cache of a former version of the page goes when a whole build has started again', async () => {
  await device.caches.open('shell-0.1.0');
  deploy('one');
  await keepBuild(one, deps);
  expect(await device.caches.keys()).toContain('shell-0.1.0');
  await keepBuild(one, deps);
  expect(await device.caches.keys()).not.toContain('shell-0.1.0');
});

it('What is no list of a build is not read as one', () => {
  expect(readBuildList(JSON.parse(JSON.stringify(one)))).toEqual(one);
  const wrong = [null, 'x', {}, { ...one, build: '../x' }, { ...one, parts: ['https://else.example/a.js'] }];
  for (const value of wrong) expect(readBuildList(value)).toBeNull();
  expect(buildOfDocument('<title>Sign in</title>')).toBeNull();
});
