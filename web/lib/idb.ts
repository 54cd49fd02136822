import type { DBSchema } from 'idb';
import { createConnection, writeAtOnce } from '#workers/idb.ts';

/** One object store of IndexedDB. Its functions reject if the browser stores nothing (some private windows). */
type KeptStore<T> = Disposable & {
  all(range: IDBKeyRange): Promise<T[]>;
  /**
   * Removes entries and then puts one, in a single transaction. A write that has begun is not lost if the page's
   * process ends.
   */
  write(change: { put?: T; remove?: readonly IDBValidKey[] }): Promise<void>;
};

interface Schema<T> extends DBSchema {
  entry: { key: IDBValidKey; value: T };
}

/**
 * Creates a store in the IndexedDB database `name`. `keyPath` are the properties of `T` that form the key of an entry.
 */
export function createKeptStore<T>(name: string, keyPath: string[]): KeptStore<T> {
  const connection = createConnection<Schema<T>>(name, (database) => {
    database.createObjectStore('entry', { keyPath });
  });
  return {
    all: async (range) => (await connection.get()).getAll('entry', range),
    async write({ put, remove = [] }) {
      await writeAtOnce(await connection.get(), ['entry'], 'default', function* (transaction) {
        const entries = transaction.objectStore('entry');
        for (const key of remove) yield entries.delete(key);
        if (put !== undefined) yield entries.put(put);
      });
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}
