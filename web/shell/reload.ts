import { t } from 'i18next';
import { log } from '#web/lib/log.ts';
import { mayReload } from './reload.rules.ts';
import { toasts } from '#web/parts/page/toasts.ts';

const key = 'reloaded_at';

export function reloadOnce(reason: string): boolean {
  const now = Date.now();
  if (!mayReload(sessionStorage.getItem(key), now)) return false;
  sessionStorage.setItem(key, String(now));
  log.warn('shell: the page reloads', { reason });
  location.reload();
  return true;
}

// The longest delay of a browser timer (32 bits).
const untilClosedMs = 2 ** 31 - 1;
// A dismissed offer returns after this time if the chunk is still missing.
const pauseMs = 60_000;
let offer: { id: number; atMs: number } | null = null;

/**
 * Offers to reload the page when a chunk is missing. Some browsers, Chromium among them, cache a failed module import until a
 * reload. The page does not reload by itself, because typed text would be lost.
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
