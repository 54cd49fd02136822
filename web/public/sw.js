// Stores the document, the parts and the engines of the page, so that the page starts without a server and can record there.
// Screens are fetched from the network first. Parts with a hash in their name and engines with a version in theirs are stored
// when they are first used. The page stores the rest of them while it is idle, and removes those of former builds
// (`web/shell/offline`). Files of models are only read here: `workers/model` stores them. Requests for everything else (API,
// sign-in, audio) are not handled here. Stored answers have their headers, so that the page stays cross-origin isolated.

/** The document of each build, the list of its parts once all of them are stored, and which build the server had last. */
const buildsName = 'builds';
const currentKey = '/builds/current';
const documentKey = (build) => `/builds/${build}/document`;
const partsName = 'parts';
const enginesName = 'engines';
/** These have no hash in their name. The server is asked first. */
const unversioned = ['/start.css', '/theme.js', '/icon.svg'];
const notScreens = /^\/(api|oidc|models|media|engines)(\/|$)/;
/** Time for which a stored document waits for the answer of the server, ms. */
const patienceMs = 5_000;
/** Address of the manifest's `share_target`, and the name of its field. */
const [sharePath, sharedField] = ['/share', 'audio'];

self.addEventListener('install', (event) => {
  // Chromium asks the service worker about each request unless a route excludes it. A request that a page sends while it
  // closes (`keepalive`) is lost if the page is gone before the answer.
  if ('addRoutes' in event && typeof URLPattern === 'function') {
    const routes = ['/api/*', '/oidc/*', '/media/*'].map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname }) },
      source: 'network',
    }));
    event.waitUntil(Promise.resolve(event.addRoutes(routes)).catch(() => {}));
  }
  event.waitUntil(
    (async () => {
      await keepScreen(await fetch('/', { cache: 'no-cache' }));
      await (await caches.open(partsName)).addAll(unversioned);
      await self.skipWaiting();
    })(),
  );
});

// Nothing is removed here: a tab of a former build may still need its parts.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === sharePath) return event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  // The page itself stores what it fetches so.
  if (request.cache === 'force-cache') return;
  if (pathname.startsWith('/engines/')) return event.respondWith(keep(event, enginesName));
  const [, sha256] = /^\/models\/([0-9a-f]{64})$/.exec(pathname) ?? [];
  if (sha256 && !request.headers.has('range')) return event.respondWith(storedModelOr(request, sha256));
  if (notScreens.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openScreen(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(keep(event, partsName));
  else if (unversioned.includes(pathname)) event.respondWith(partOrKept(event));
});

/**
 * Fetches the document of a screen. Every screen has the same document. The stored one is used without a server, while the
 * server starts again behind its proxy, and where the answer takes too long.
 */
async function openScreen(event) {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((response) => keepScreen(response.clone())).catch(() => {}));
  let timer;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, patienceMs, null)));
  const response = await Promise.race([asked.catch(() => null), patience]);
  clearTimeout(timer);
  if (response && ![502, 503, 504].includes(response.status)) return response;
  return (await keptScreen().catch(() => null)) ?? (await asked);
}

/** Stores the document of a build. A document of others, such as the sign-in of a proxy, names no build. */
async function keepScreen(response) {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return;
  const [, build] = /<meta name="build" content="(\w+)"/.exec(await response.clone().text()) ?? [];
  if (build === undefined) return;
  const cache = await caches.open(buildsName);
  await cache.put(documentKey(build), response);
  await cache.put(currentKey, new Response(build));
}

/** Returns the document of the build that the server had last, or of another one if only that is stored as a whole. */
async function keptScreen() {
  const cache = await caches.open(buildsName);
  const current = await (await cache.match(currentKey))?.text();
  const whole = (await cache.keys()).flatMap(({ url }) => /\/builds\/(\w+)\/list$/.exec(url)?.[1] ?? []);
  const build = whole.includes(current) ? current : (whole.at(-1) ?? current);
  return await cache.match(documentKey(build));
}

/**
 * Returns an answer from any cache, or fetches and stores it. If the device has no space left, the answer is used all the
 * same. A document, or an answer of another address, is not stored: a proxy that asks for a sign-in answers so.
 */
async function keep(event, name) {
  const { request } = event;
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  if (isFile(response)) {
    const copy = response.clone();
    const stored = caches.open(name).then((cache) => cache.put(request, copy));
    event.waitUntil(stored.catch(() => {}));
  }
  return response;
}

/** True for an answer that is the file itself, and not the sign-in of a proxy. */
function isFile(response) {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html');
  return response.status === 200 && !response.redirected && !isDocument;
}

/** Returns a verified file of a model that is on this device (`workers/model/model-store.ts`), or fetches it. */
async function storedModelOr(request, sha256) {
  const file = await self.navigator.storage
    .getDirectory()
    .then((root) => root.getDirectoryHandle('models'))
    .then((folder) => folder.getFileHandle(sha256))
    .then((handle) => handle.getFile())
    .catch(() => null);
  if (!file) return fetch(request);
  return new Response(file, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(file.size),
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}

async function partOrKept(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (isFile(response)) {
      const copy = response.clone();
      event.waitUntil(
        caches
          .open(partsName)
          .then((cache) => cache.put(request, copy))
          .catch(() => {}),
      );
    }
    return response;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

/**
 * Stores files that another app shares, and opens the form of a new session, which offers them
 * (`web/parts/incoming/incoming-files.ts`). They do not go to the server. The person may have to sign in first.
 */
async function takeShared(request) {
  let problem = '';
  try {
    const form = await request.formData();
    const files = form.getAll(sharedField).filter((value) => value instanceof File && value.size > 0);
    if (files.length > 0) await storeIncoming(files);
    else problem = '&problem=none';
  } catch {
    problem = '&problem=not_stored';
  }
  return Response.redirect(`${self.location.origin}/create?start=file${problem}`, 303);
}

/** Replaces the incoming files of this device. The database is that of `web/parts/incoming/incoming-files.ts`. */
async function storeIncoming(files) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('incoming-files', 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('entry', { keyPath: ['id'] }),
    );
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error));
  });
  try {
    await new Promise((resolve, reject) => {
      const transaction = database.transaction('entry', 'readwrite');
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error));
      const entries = transaction.objectStore('entry');
      entries.clear();
      for (const file of files) entries.put({ id: self.crypto.randomUUID(), atMs: Date.now(), file });
    });
  } finally {
    database.close();
  }
}
