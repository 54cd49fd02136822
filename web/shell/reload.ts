import { t } from 'i18next';
import { log } from '#web/lib/log.ts';
import { mayReload } from './reload.rules.ts';
import { toasts } from '#web/parts/page/toasts.ts';

const key = 'reloaded_at';

/** Reloads unless that has just been tried; false where it has. */
export function reloadOnce(reason: string): boolean {
  const now = Date.now();
  if (!mayReload(sessionStorage.getItem(key), now)) return false;
  sessionStorage.setItem(key, String(now));
  log.warn('shell: the page reloads', { reason });
  location.reload();
  return true;
}

// the longest time that a browser's timer takes (32 bits)
const untilClosedMs = 2 ** 31 - 1;
// an offer that the person closes comes again after this time, if the part is still missing
const pauseMs = 60_000;
let offer: { id: number; atMs: number } | null = null;

/**
 * Says that a part of the page is missing, and offers to reload it. Some browsers, Chromium among them, remember that a module
 * could not be loaded until the page is reloaded. The page does not do that by itself, because what is typed into it would be lost.
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
