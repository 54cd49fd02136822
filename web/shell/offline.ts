import { t } from 'i18next';
import { log } from '#web/lib/log.ts';
import { toasts } from '#web/parts/page/toasts.ts';

/**
 * Registers the service worker at root scope (§2), in production builds only. `loadScreens` fetches the chunks that the
 * page needs offline: those of all screens, and of the models on the device.
 */
export function startServiceWorker(loadScreens: () => Promise<unknown>): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const wasControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!wasControlled) return;
    toasts.add({
      kind: 'info',
      text: t('shell.updated'),
      action: { label: t('shell.reload'), run: () => location.reload() },
    });
  });
  navigator.serviceWorker
    .register(`/sw.js?version=${encodeURIComponent(__VERSION__)}`)
    .then(() => navigator.serviceWorker.ready)
    .then(loadScreens)
    .then(keepLoadedParts)
    .catch((error: unknown) => log.warn('shell: no service worker', { error: String(error) }));
}

/**
 * Caches the chunks that were loaded before the service worker started. The service worker has not seen their requests.
 */
async function keepLoadedParts(): Promise<void> {
  const cache = await caches.open(`shell-${__VERSION__}`);
  const addresses = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  for (const address of addresses) {
    if (!new URL(address).pathname.startsWith('/assets/') || (await cache.match(address))) continue;
    await cache.add(address);
  }
}
