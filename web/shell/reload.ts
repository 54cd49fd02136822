import type { AnyRouter } from '@tanstack/react-router';
import { t } from 'i18next';
import { sessionStore } from '#web/lib/browser-storage.ts';
import { log } from '#web/lib/log.ts';
import { timings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { mayReload } from './reload.rules.ts';

const key = 'reloaded_at';

/** Loads the first screen. If that takes longer than `timings.routerReadyMs`, the page reloads. */
export async function loadOrReload(router: Pick<AnyRouter, 'load'>): Promise<void> {
  const timer = setTimeout(() => reloadOnce('the router was not ready in time'), timings.routerReadyMs);
  await router.load();
  clearTimeout(timer);
}

function reloadOnce(reason: string): boolean {
  const now = Date.now();
  if (!mayReload(sessionStore.getItem(key), now)) return false;
  sessionStore.setItem(key, String(now));
  log.warn('shell: the page reloads', { reason });
  location.reload();
  return true;
}

/** The longest delay of a browser timer (32 bits), ms. */
const untilClosedMs = 2 ** 31 - 1;
/** Time after which a dismissed offer returns if the chunk is still missing, ms. */
const pauseMs = 60_000;
/** The latest offer. `atMs` is its time, ms of `performance.now`. */
let offer: { id: number; atMs: number } | null = null;

/**
 * Offers to reload the page when a chunk cannot be loaded. Some browsers, Chromium among them, cache a failed module
 * import until the page is reloaded. The page does not reload by itself, because typed text would be lost.
 */
export function offerReload(): void {
  const now = performance.now();
  const isShown = toasts.toasts().some(({ id }) => id === offer?.id);
  if (isShown || (offer && now - offer.atMs < pauseMs)) return;
  const id = toasts.add({
    kind: 'error',
    text: t('shell.partMissing'),
    action: { label: t('shell.reload'), run: () => location.reload() },
    durationMs: untilClosedMs,
  });
  offer = { id, atMs: now };
}

export function withdrawOffer(): void {
  if (offer) toasts.close(offer.id);
  offer = null;
}
