import { log } from '#web/lib/log.ts';
import { mayReload } from './reload.rules.ts';

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

/**
 * Reloads the page if the server has another build of it. If the build is the same, or no answer comes, the page stays as it is,
 * with everything that is typed into it.
 */
export async function reloadIfReplaced(reason: string): Promise<void> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const served = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  if (entry && served !== null && !served.includes(`"${entry}"`)) reloadOnce(reason);
}
