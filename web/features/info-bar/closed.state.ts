import { proxy } from 'valtio';
import { localStore } from '#web/lib/browser-storage.ts';
import { readClosed, withClosed, type ClosedByPerson } from './info-bar.rules.ts';

/** Key in local storage (§3.13). */
const storeKey = 'closedAnnouncements';

/**
 * Stands for the id of the person where nobody is signed in: closed announcements are stored under it. Ids of people
 * are never empty.
 */
export const nobody = '';

export const closedState = proxy<{ people: ClosedByPerson }>({
  people: readClosed(localStore.getItem(storeKey)),
});

/** Remembers on this device that a person has closed an announcement. Other tabs may have closed some meanwhile. */
export function closeAnnouncement(person: string, key: string): void {
  closedState.people = withClosed(readClosed(localStore.getItem(storeKey)), person, key, Date.now());
  try {
    localStore.setItem(storeKey, JSON.stringify(closedState.people));
  } catch {
    // The device is full, so that it is closed in this page only.
  }
}

/** Follows what other tabs close. */
export function readClosedAgain(): void {
  closedState.people = readClosed(localStore.getItem(storeKey));
}
