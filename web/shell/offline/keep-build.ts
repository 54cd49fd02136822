import {
  type BuildList,
  buildOfDocument,
  buildOfKey,
  buildOfLock,
  cacheNames,
  currentKey,
  documentKey,
  listKey,
  readBuildList,
} from './build-list.ts';

export type KeepDeps = {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  fetch(address: string, init: RequestInit): Promise<Response>;
  /** Resolves when the page may fetch this part. */
  idle(address: string): Promise<void>;
  /** Names of the locks that tabs hold; null where the browser has no locks. */
  heldLocks(): Promise<readonly (string | undefined)[] | null>;
};

/** True for an answer that is the file itself. A proxy that asks for a sign-in answers with a document or from elsewhere. */
const isFile = (response: Response): boolean =>
  response.status === 200 &&
  !response.redirected &&
  !response.headers.get('content-type')?.startsWith('text/html');

/**
 * Stores all parts of a build on the device, one after another, then its list. With the list the build is whole: without a
 * server the page starts with it. Afterwards the parts of builds that no tab uses any more are removed. A failed call can
 * be repeated: it goes on where it stopped.
 */
export async function keepBuild(list: BuildList, deps: KeepDeps): Promise<void> {
  const { caches, idle } = deps;
  const builds = await caches.open(cacheNames.builds);
  const wasWhole = (await builds.match(listKey(list.build))) !== undefined;
  for (const address of list.parts) {
    if (await caches.match(address)) continue;
    await idle(address);
    // With `force-cache` the service worker does not store the part a second time.
    const response = await deps.fetch(address, { cache: 'force-cache', priority: 'low' });
    if (!isFile(response)) throw new Error(`${address} was answered with ${response.status}`);
    const cache = await caches.open(address.startsWith('/engines/') ? cacheNames.engines : cacheNames.parts);
    await cache.put(address, response);
  }
  await keepDocument(list.build, deps);
  if (!wasWhole) await builds.put(listKey(list.build), Response.json(list));
  await removeFormer(list, deps);
  // Former versions of the page named their caches so. An open tab may still use them until this build starts again.
  if (wasWhole)
    for (const name of await caches.keys()) if (name.startsWith('shell-')) await caches.delete(name);
}

/** Stores the document of a build that no tab has opened yet. */
async function keepDocument(build: string, { caches, fetch }: KeepDeps): Promise<void> {
  const builds = await caches.open(cacheNames.builds);
  if (await builds.match(documentKey(build))) return;
  const response = await fetch('/', { cache: 'no-cache' });
  if (!response.ok || buildOfDocument(await response.clone().text()) !== build)
    throw new Error('the server has another build by now');
  await builds.put(documentKey(build), response);
  await builds.put(currentKey, new Response(build));
}

/** Removes what belongs to builds that are neither this one nor open in a tab. */
async function removeFormer(current: BuildList, { caches, heldLocks }: KeepDeps): Promise<void> {
  const builds = await caches.open(cacheNames.builds);
  const keys = await builds.keys();
  const stored = new Set(keys.flatMap(({ url }) => buildOfKey(url) ?? []));
  const used = new Set([current.build, ...usedOf(await heldLocks(), [...stored], current.build)]);
  const needed = new Set(current.parts);
  const engines = new Set(current.engines);
  for (const build of used) {
    if (build === current.build) continue;
    const list = readBuildList(await (await builds.match(listKey(build)))?.json().catch(() => null));
    // What this tab still needs is unknown, so everything stays until it is closed.
    if (!list) return;
    list.parts.forEach((part) => needed.add(part));
    list.engines.forEach((engine) => engines.add(engine));
  }
  for (const { url } of keys) {
    const build = buildOfKey(url);
    if (build !== null && !used.has(build)) await builds.delete(url);
  }
  await removeOthers(await caches.open(cacheNames.parts), '/assets/', needed);
  await removeOthers(await caches.open(cacheNames.engines), '/engines/', engines);
}

/** Without locks nobody knows what the tabs use, so the build before this one stays too. */
const usedOf = (
  locks: readonly (string | undefined)[] | null,
  stored: readonly string[],
  current: string,
): readonly string[] =>
  locks
    ? locks.flatMap((name) => buildOfLock(name) ?? [])
    : stored.filter((build) => build !== current).slice(-1);

async function removeOthers(cache: Cache, start: string, needed: ReadonlySet<string>): Promise<void> {
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith(start) && !needed.has(pathname)) await cache.delete(url);
  }
}
