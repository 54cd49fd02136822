import { api } from '#web/lib/http.ts';
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

/** The same if the server answers: where it is away, a reload would take what is on the page and bring nothing. */
export async function reloadWhereServed(reason: string): Promise<void> {
  const isServed = await api.v1.health.$get().then(
    () => true,
    () => false,
  );
  if (isServed) reloadOnce(reason);
}
