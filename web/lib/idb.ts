import type { DBSchema } from 'idb';
import { createConnection, writeAtOnce } from '#workers/idb.ts';

/** One IndexedDB object store. Calls reject if the browser stores nothing (some private windows). */
type KeptStore<T> = Disposable & {
  all(range: IDBKeyRange): Promise<T[]>;
  /** Removes, then puts, in one transaction. Survives the end of the page's process. */
  write(change: { put?: T; remove?: readonly IDBValidKey[] }): Promise<void>;
};

interface Schema<T> extends DBSchema {
  entry: { key: IDBValidKey; value: T };
}

/** `keyPath`: properties of `T` that form the key of an entry. */
export function createKeptStore<T>(name: string, keyPath: string[]): KeptStore<T> {
  const connection = createConnection<Schema<T>>(name, (database) => {
    database.createObjectStore('entry', { keyPath });
  });
  return {
    all: async (range) => (await connection.get()).getAll('entry', range),
    async write({ put, remove = [] }) {
      await writeAtOnce(await connection.get(), ['entry'], 'default', (transaction) => {
        const entries = transaction.objectStore('entry');
        const writes: Promise<unknown>[] = remove.map((key) => entries.delete(key));
        if (put !== undefined) writes.push(entries.put(put));
        return writes;
      });
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}
