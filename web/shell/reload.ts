import { t } from 'i18next';
import { log } from '#web/lib/log.ts';
import { mayReload } from './reload.rules.ts';
import { toasts } from './toasts.ts';

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
let isOffered = false;

/**
 * Says that a part of the page is missing, and offers to reload it. Browsers remember that a module could not be loaded until the
 * page is reloaded (HTML, module map). The page never does that by itself, because what is typed into it would be lost.
 */
export function offerReload(): void {
  if (isOffered) return;
  isOffered = true;
  toasts.add({
    kind: 'error',
    text: t('shell.partMissing'),
    action: { label: t('shell.reload'), run: () => location.reload() },
    durationMs: untilClosedMs,
  });
}
