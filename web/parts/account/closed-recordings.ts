import { localStore } from '#web/lib/browser-storage.ts';
import { log } from '#web/lib/log.ts';
import { removeKeptRecordings } from '#workers/recorder/kept-recordings.client.ts';

/** Key in local storage. The value holds the ids of people whose recordings are still to be removed, separated by spaces. */
const key = 'closed_people';

const noted = (): string[] => (localStore.getItem(key) ?? '').split(' ').filter((id) => id !== '');

/**
 * Removes the recordings of the person with these ids, whose account is closed: nobody can send them any more. What another tab has
 * open, and what a crash has left, is removed at the next start of the page, which calls this without ids.
 */
export async function removeClosedRecordings(userIds: readonly string[] = []): Promise<void> {
  const ids = [...new Set([...noted(), ...userIds])];
  if (ids.length === 0) return;
  try {
    localStore.setItem(key, ids.join(' '));
  } catch {
    // The device is full. What can be removed now is removed.
  }
  try {
    if ((await removeKeptRecordings(ids)) === 0) localStore.removeItem(key);
  } catch (error) {
    log.warn('account.recordings_left', { error: String(error) });
  }
}
