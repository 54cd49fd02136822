// Stores the document, the chunks and the engines of the page, so that the page starts without a server and can say what
// is wrong. Screens are fetched from the network first. Chunks with a hash in their name and engines with a version in
// theirs are stored when they are first used. Files of models are only read here: `workers/model` stores them. Requests
// for everything else (API, sign-in, audio) are not handled here. Stored answers have their headers, so that the page stays
// cross-origin isolated.
const version = new URL(self.location.href).searchParams.get('version') ?? '0';
const cacheName = `shell-${version}`;
const enginesName = 'engines';
const notScreens = /^\/(api|oidc|models|media|engines)(\/|$)/;

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
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['/', '/start.css', '/theme.js', '/icon.svg']))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('shell-') && name !== cacheName) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/engines/')) return event.respondWith(keepEngine(event));
  const [, sha256] = /^\/models\/([0-9a-f]{64})$/.exec(pathname) ?? [];
  if (sha256 && !request.headers.has('range')) return event.respondWith(storedModelOr(request, sha256));
  if (notScreens.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openScreen(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(keepPart(event));
  else if (['/start.css', '/theme.js', '/icon.svg'].includes(pathname))
    event.respondWith(partOrKept(request));
});

/**
 * Fetches the document of a screen. Every screen has the same document, which is stored under `/` and used without a
 * server.
 */
async function openScreen(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
      event.waitUntil(keepScreen(response.clone()).catch(() => {}));
    }
    return response;
  } catch (error) {
    const kept = await caches.match('/', { cacheName });
    if (kept) return kept;
    throw error;
  }
}

/**
 * Stores the document of the page. A new document means a new build, so the stored chunks are deleted. Otherwise chunks
 * that no build uses any more would pile up.
 */
async function keepScreen(response) {
  const cache = await caches.open(cacheName);
  const [next, kept] = await Promise.all([
    response.clone().text(),
    cache.match('/').then((old) => old?.text()),
  ]);
  if (next === kept) return;
  if (kept !== undefined) {
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith('/assets/')) await cache.delete(request);
    }
  }
  await cache.put('/', response);
}

const keepPart = (event) => keep(event, cacheName);

/** Returns a file of an engine from the cache, or fetches and stores it. Then files of other versions of the engine go. */
const keepEngine = (event) => keep(event, enginesName, removeFormerEngines);

/**
 * Returns an answer from a cache, or fetches and stores it. If the device has no space left, the answer is used all the
 * same. A document, or an answer of another address, is not stored: a proxy that asks for a sign-in answers so.
 */
async function keep(event, name, afterStoring = async () => {}) {
  const { request } = event;
  const cache = await caches.open(name).catch(() => null);
  const kept = await cache?.match(request).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  const isDocument = response.headers.get('content-type')?.startsWith('text/html');
  if (cache && response.status === 200 && !response.redirected && !isDocument) {
    const copy = response.clone();
    event.waitUntil(
      cache
        .put(request, copy)
        .then(() => afterStoring(cache, request))
        .catch(() => {}),
    );
  }
  return response;
}

/** The address of an engine is `/engines/<name>-<version>/<file>`; a name has no dash. */
async function removeFormerEngines(cache, { url }) {
  const folderOf = (address) => new URL(address).pathname.split('/')[2];
  const folder = folderOf(url);
  const engine = `${folder.split('-')[0]}-`;
  for (const { url: kept } of await cache.keys())
    if (folderOf(kept).startsWith(engine) && folderOf(kept) !== folder) await cache.delete(kept);
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

async function partOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName });
    if (kept) return kept;
    throw error;
  }
}
