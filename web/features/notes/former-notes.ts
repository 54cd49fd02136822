import { settled } from '#web/lib/idb.ts';
import type { TabKey } from '#web/lib/tab-outbox.ts';
import type { KeptNotes } from './kept-notes.ts';

const storeName = 'notes';

type FormerNotes = Pick<KeptNotes, 'text' | 'base'> & { atMs: number };

/**
 * Earlier versions of the page kept one text for each person and session, whichever tab it came from. What lies there becomes
 * an entry of a tab that is gone. It goes from there only when that is written, and only if it is still the same: a tab of an
 * earlier version may be writing.
 */
export async function moveFormerNotes(
  database: string,
  put: (entry: KeptNotes & TabKey) => Promise<void>,
): Promise<void> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  const db = await settled(request);
  try {
    for (const key of await settled(db.transaction(storeName).objectStore(storeName).getAllKeys())) {
      const row = await settled<FormerNotes | undefined>(
        db.transaction(storeName).objectStore(storeName).get(key),
      );
      const owner = /^(.*) (\S+)$/.exec(String(key));
      if (!row || !owner) continue;
      const { text, base, atMs } = row;
      // the same row again, after a move that broke off, is the same entry
      await put({ user: owner[1]!, session: owner[2]!, tab: `former-${atMs}`, text, base });
      const store = db.transaction(storeName, 'readwrite').objectStore(storeName);
      const now = await settled<FormerNotes | undefined>(store.get(key));
      if (now?.atMs === atMs) await settled(store.delete(key));
    }
  } finally {
    db.close();
  }
}
