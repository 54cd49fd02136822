import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';

/** A connection to one IndexedDB database. */
export type Connection<Schema extends DBSchema> = Disposable & {
  /**
   * Returns the open database. Opens it again after the browser closed it, or after a newer version of the app asked for it.
   * Rejects if IndexedDB is missing or denied, as in some private windows.
   */
  get(): Promise<IDBPDatabase<Schema>>;
};

/**
 * Creates a connection, which is opened by the first `get`. `upgrade` creates the object stores of version 1 in a browser
 * that has no such database yet.
 */
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

/**
 * Resolves when the transaction is complete, and rejects with its error. The promise `done` of the idb package is not used,
 * because it rejects at the first failed request, when the transaction has no error yet.
 */
const ended = (transaction: Pick<IDBTransaction, 'error' | 'addEventListener'>): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
    transaction.addEventListener('complete', () => resolve(), { once: true });
    transaction.addEventListener('abort', fail, { once: true });
  });

/**
 * Writes in one transaction. `act` starts its requests and yields them. Resolves when the transaction is complete; rejects
 * with its error, a `QuotaExceededError` if the storage is full.
 *
 * With `relaxed`, the browser hands the change to the operating system: it survives a crash of the browser. With `strict`,
 * it is written to the disk with all earlier transactions, and survives a power cut.
 */
export async function writeAtOnce<Schema extends DBSchema, Names extends StoreNames<Schema>[]>(
  database: IDBPDatabase<Schema>,
  stores: Names,
  durability: IDBTransactionDurability,
  act: (transaction: IDBPTransaction<Schema, Names, 'readwrite'>) => Generator<Promise<unknown>>,
): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite', { durability });
  const ending = ended(transaction);
  const requests: Promise<unknown>[] = [];
  try {
    for (const request of act(transaction)) requests.push(request);
  } catch (error) {
    // A value that cannot be stored throws at once. What was requested before it must not be committed alone.
    void Promise.allSettled([transaction.done, ending, ...requests]);
    transaction.abort();
    throw error;
  }
  // A failed request aborts the transaction. Its own error is ignored here, because `ended` rejects with the error of the
  // transaction.
  void Promise.allSettled([transaction.done, ...requests]);
  // Commits explicitly: if the page is closed before the automatic commit, the change is lost.
  transaction.commit();
  await ending;
}
