/** Notes that the server does not have yet. */
export type KeptNotes = {
  text: string;
  /** The server's text and revision that they grew from. */
  base: { text: string; rev: number };
};

/** Whose, and of which session: nobody else on this device is shown them. */
type NotesKey = { userId: string; sessionId: string };

type NotesKeeper = {
  read(key: NotesKey): Promise<KeptNotes | null>;
  /** null: the server has them. */
  write(key: NotesKey, notes: KeptNotes | null): Promise<void>;
};

/** What was never sent goes after so long, ms: its session is hardly there any more. */
const keptForMs = 60 * 86_400_000;
const storeName = 'notes';

/** Notes on this device, in IndexedDB: they outlive a killed tab and a killed browser. */
export function createNotesKeeper(now: () => number = Date.now, name = 'wortlaut-notes'): NotesKeeper {
  let opened: Promise<IDBDatabase> | null = null;
  const open = () => {
    opened ??= openDatabase(name).then(
      async (db) => {
        db.addEventListener('close', () => (opened = null));
        db.addEventListener('versionchange', () => {
          db.close();
          opened = null;
        });
        await sweep(db, now() - keptForMs);
        return db;
      },
      (error: unknown) => {
        opened = null;
        throw error;
      },
    );
    return opened;
  };
  return {
    async read(key) {
      const store = (await open()).transaction(storeName).objectStore(storeName);
      const row = (await done(store.get(toId(key)))) as (KeptNotes & { atMs: number }) | undefined;
      return row ? { text: row.text, base: row.base } : null;
    },
    async write(key, notes) {
      const store = (await open()).transaction(storeName, 'readwrite').objectStore(storeName);
      if (notes) await done(store.put({ ...notes, atMs: now() }, toId(key)));
      else await done(store.delete(toId(key)));
    },
  };
}

const toId = ({ userId, sessionId }: NotesKey): string => `${userId} ${sessionId}`;

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return done(request);
}

async function sweep(db: IDBDatabase, beforeMs: number): Promise<void> {
  const store = db.transaction(storeName, 'readwrite').objectStore(storeName);
  for (const id of await done(store.getAllKeys())) {
    const row = (await done(store.get(id))) as { atMs: number } | undefined;
    if (row && row.atMs < beforeMs) await done(store.delete(id));
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')));
  });
