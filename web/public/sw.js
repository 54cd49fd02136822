// Stores the document and the chunks of the page, so that the page starts without a server and can say what is wrong.
// Screens are fetched from the network first. Chunks with a hash in their name are stored when they are first used.
// Requests for everything else (API, sign-in, models, engines, audio) are not handled here. Stored answers have their
// headers, so that the page stays cross-origin isolated.
const version = new URL(self.location.href).searchParams.get('version') ?? '0';
const cacheName = `shell-${version}`;
const notScreens = /^\/(api|oidc|models|media|engines)(\/|$)/;

self.addEventListener('install', (event) => {
  // Chromium asks the service worker about each request unless a route excludes it. A request that a page sends while it
  // closes (`keepalive`) is lost if the page is gone before the answer.
  if ('addRoutes' in event && typeof URLPattern === 'function') {
    const routes = ['/api/*', '/oidc/*', '/models/*', '/media/*', '/engines/*'].map((pathname) => ({
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
  if (request.method !== 'GET' || origin !== self.location.origin || notScreens.test(pathname)) return;
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

/**
 * Returns a chunk from the cache, or fetches and stores it. If the device has no space left, the chunk is used all the
 * same.
 */
async function keepPart(event) {
  const { request } = event;
  const cache = await caches.open(cacheName).catch(() => null);
  const kept = await cache?.match(request).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  if (cache && response.status === 200) {
    event.waitUntil(cache.put(request, response.clone()).catch(() => {}));
  }
  return response;
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
