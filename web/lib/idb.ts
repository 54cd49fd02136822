/** One IndexedDB object store. Calls reject if the browser stores nothing (some private windows). */
type KeptStore<T> = Disposable & {
  all(range: IDBKeyRange): Promise<T[]>;
  /** Removes, then puts, in one transaction. Survives the end of the page's process. */
  write(change: { put?: T; remove?: readonly IDBValidKey[] }): Promise<void>;
};

export const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result), { once: true });
    request.addEventListener('error', () => reject(request.error), { once: true });
  });

function open(database: string, store: string, keyPath: string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(store, { keyPath });
  });
  return settled(request);
}

/** `keyPath`: properties of `T` that form the key of an entry. */
export function createKeptStore<T>(database: string, store: string, keyPath: string[]): KeptStore<T> {
  let opened: Promise<IDBDatabase> | null = null;
  const connect = (): Promise<IDBDatabase> => {
    opened ??= Promise.resolve()
      .then(() => open(database, store, keyPath))
      .then((db) => {
        // A newer page may upgrade the database.
        db.addEventListener('versionchange', () => db.close());
        db.addEventListener('close', () => (opened = null));
        return db;
      });
    opened.catch(() => (opened = null));
    return opened;
  };
  return {
    async all(range) {
      const db = await connect();
      return settled(db.transaction(store, 'readonly').objectStore(store).getAll(range) as IDBRequest<T[]>);
    },
    async write({ put, remove = [] }) {
      const db = await connect();
      const transaction = db.transaction(store, 'readwrite');
      const objects = transaction.objectStore(store);
      for (const key of remove) objects.delete(key);
      if (put !== undefined) objects.put(put);
      // Explicit commit: a page closed before the automatic commit would lose the change.
      transaction.commit();
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve(), { once: true });
        transaction.addEventListener('abort', () => reject(transaction.error), { once: true });
      });
    },
    [Symbol.dispose]() {
      void opened?.then((db) => db.close()).catch(() => {});
      opened = null;
    },
  };
}
