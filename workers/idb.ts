import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';

/** A connection to one IndexedDB database. */
export type Connection<Schema extends DBSchema> = Disposable & {
  /**
   * Returns the open database. Opens it again after the browser closed it, or after a newer version of the app asked for it.
   * Rejects if IndexedDB is missing or denied, as in some private windows.
   */
  get(): Promise<IDBPDatabase<Schema>>;
};

/** `upgrade` creates the object stores of version 1, in a browser that has no such database yet. */
export function createConnection<Schema extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<Schema>) => void,
): Connection<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  function open(): Promise<IDBPDatabase<Schema>> {
    const opening = (async () => {
      const database = await openDB<Schema>(name, 1, { upgrade: (created) => upgrade(created) });
      const close = () => {
        database.close();
        forget();
      };
      database.addEventListener('close', close);
      database.addEventListener('versionchange', close);
      return database;
    })();
    const forget = () => {
      if (opened === opening) opened = null;
    };
    opening.catch(forget);
    return opening;
  }
  return {
    get: () => (opened ??= open()),
    [Symbol.dispose]() {
      void opened?.then((database) => database.close()).catch(() => {});
      opened = null;
    },
  };
}

/** idb's `done` rejects at the first failed request, before the transaction has its error. */
const ended = (transaction: Pick<IDBTransaction, 'error' | 'addEventListener'>): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
    transaction.addEventListener('complete', () => resolve(), { once: true });
    transaction.addEventListener('abort', fail, { once: true });
  });

/**
 * Writes in one transaction. `act` returns its requests. Resolves when the transaction is complete. Rejects with the
 * transaction's error, `QuotaExceededError` if there is no room.
 *
 * `relaxed`: the change is handed to the operating system and survives the end of the browser. `strict`: it is on the disk,
 * with all earlier transactions.
 */
export async function writeAtOnce<Schema extends DBSchema, Names extends StoreNames<Schema>[]>(
  database: IDBPDatabase<Schema>,
  stores: Names,
  durability: IDBTransactionDurability,
  act: (transaction: IDBPTransaction<Schema, Names, 'readwrite'>) => Promise<unknown>[],
): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite', { durability });
  const ending = ended(transaction);
  // A failed request aborts the transaction, whose error is the one to tell.
  void Promise.allSettled([transaction.done, ...act(transaction)]);
  // Explicit commit: a page closed before the automatic commit would lose the change.
  transaction.commit();
  await ending;
}
