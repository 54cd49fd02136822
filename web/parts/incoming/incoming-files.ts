import { proxy } from 'valtio';
import { limits } from '#api/contract/limits.ts';
import { createKeptStore } from '#web/lib/idb.ts';

/**
 * A file that came from outside the page: another app has shared it, or the file manager has opened it with the app. It waits
 * on this device until a session takes it, at most 24 hours, or until the sign-out.
 */
type Entry = {
  id: string;
  atMs: number;
  file: File;
  /** The person who was offered the file. Nobody else is. Missing until somebody was. */
  personId?: string;
  /** The session whose upload takes the file. Missing until it is chosen. */
  sessionId?: string;
};

/** `web/public/sw.js` writes the same entries. */
const openStore = () => createKeptStore<Entry>('incoming-files', ['id']);
const everything = () => IDBKeyRange.lowerBound(['']);
const keyOf = ({ id }: Entry): IDBValidKey => [id];

/** `arrivals` grows when the page itself has stored files. */
export const incomingState = proxy<{ arrivals: number }>({ arrivals: 0 });

/** Stores files in place of those that wait. Rejects if the browser stores nothing. */
export async function keepIncoming(files: readonly File[], now: () => number = Date.now): Promise<void> {
  using store = openStore();
  await store.write({ remove: (await store.all(everything())).map(keyOf) });
  for (const file of files) await store.write({ put: { id: crypto.randomUUID(), atMs: now(), file } });
  incomingState.arrivals += 1;
}

/** Returns the files that wait for a session. From now on they are this person's. What is too old is removed. */
export async function readIncoming(personId: string, now: () => number = Date.now): Promise<File[]> {
  using store = openStore();
  const entries = await store.all(everything());
  const isOver = ({ atMs }: Entry) => now() - atMs >= limits.storedUploadExpiryMs;
  await store.write({ remove: entries.filter(isOver).map(keyOf) });
  const mine = entries.filter(
    (entry) => !isOver(entry) && !entry.sessionId && (entry.personId ?? personId) === personId,
  );
  for (const entry of mine) await store.write({ put: { ...entry, personId } });
  return mine.map(({ file }) => file);
}

/** Gives the waiting files of a person to the upload of a session. */
export async function assignIncoming(personId: string, sessionId: string): Promise<void> {
  using store = openStore();
  for (const entry of await store.all(everything()))
    if (entry.personId === personId && !entry.sessionId) await store.write({ put: { ...entry, sessionId } });
}

/** Returns the files of a session and removes them from the store. */
export async function takeIncoming(personId: string, sessionId: string): Promise<File[]> {
  using store = openStore();
  const mine = (await store.all(everything())).filter(
    (entry) => entry.personId === personId && entry.sessionId === sessionId,
  );
  await store.write({ remove: mine.map(keyOf) });
  return mine.map(({ file }) => file);
}

/** Removes all waiting files from this device. Never rejects. */
export async function clearIncoming(): Promise<void> {
  using store = openStore();
  try {
    await store.write({ remove: (await store.all(everything())).map(keyOf) });
  } catch {
    // The browser denies storage, so nothing was stored.
  }
}
