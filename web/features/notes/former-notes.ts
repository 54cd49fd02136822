import { openDB, type DBSchema } from 'idb';
import type { TabKey } from '#web/lib/tab-outbox.ts';

const storeName = 'notes';

type Notes = { text: string; base: { text: string; rev: number } };

interface Schema extends DBSchema {
  notes: { key: string; value: Notes & { atMs: number } };
}

/**
 * Moves the notes that earlier versions of the page stored to entries like those of closed tabs. An earlier version
 * stored one text per person and session. An old row is deleted after its new entry is written, and only if the row is
 * unchanged, because a tab of an earlier version may still write to it.
 */
export async function moveFormerNotes(
  database: string,
  put: (entry: Notes & TabKey) => Promise<void>,
): Promise<void> {
  const db = await openDB<Schema>(database, 1, {
    upgrade: (created) => void created.createObjectStore(storeName),
  });
  try {
    for (const key of await db.getAllKeys(storeName)) {
      const row = await db.get(storeName, key);
      const owner = /^(.*) (\S+)$/.exec(key);
      if (!row || !owner) continue;
      const { text, base, atMs } = row;
      // The tab name is derived from the row, so that the same entry is written again if the row is moved twice.
      await put({ user: owner[1]!, session: owner[2]!, tab: `former-${atMs}`, text, base });
      const { store } = db.transaction(storeName, 'readwrite');
      if ((await store.get(key))?.atMs === atMs) await store.delete(key);
    }
  } finally {
    db.close();
  }
}
