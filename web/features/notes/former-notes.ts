import { settled } from '#web/lib/idb.ts';
import type { TabKey } from '#web/lib/tab-outbox.ts';

const storeName = 'notes';

type Notes = { text: string; base: { text: string; rev: number } };
type FormerNotes = Notes & { atMs: number };

/**
 * Moves notes that earlier versions of the page stored, one text per person and session, to entries of closed tabs. Deletes an
 * old row only after its new entry is written and only if the row is unchanged, because a tab of an earlier version may still
 * write to it.
 */
export async function moveFormerNotes(
  database: string,
  put: (entry: Notes & TabKey) => Promise<void>,
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
      // This tab name makes a repeated move of the same row write the same entry.
      await put({ user: owner[1]!, session: owner[2]!, tab: `former-${atMs}`, text, base });
      const store = db.transaction(storeName, 'readwrite').objectStore(storeName);
      const now = await settled<FormerNotes | undefined>(store.get(key));
      if (now?.atMs === atMs) await settled(store.delete(key));
    }
  } finally {
    db.close();
  }
}
