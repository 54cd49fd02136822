/** Object stores: `record` by id; `piece` by id and end offset in the sound. */
const databaseName = 'recordings';
const version = 1;

type Stores = { records: IDBObjectStore; pieces: IDBObjectStore };
export type StoredPiece = { bytes: Uint8Array<ArrayBuffer>; writtenAtMs: number };

export type Database = Disposable & {
  read<T>(act: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Resolves when the transaction is complete. `relaxed`: handed to the operating system, survives the end of the browser;
   * `strict`: on the disk, with all earlier transactions. Rejects with the transaction's error, `QuotaExceededError` if
   * there is no room.
   */
  write(durability: 'relaxed' | 'strict', act: (stores: Stores) => void): Promise<void>;
};

/** Key range of a recording's pieces that end in `(from, to]`. */
export const piecesOf = (id: string, from = 0, to = Number.POSITIVE_INFINITY): IDBKeyRange =>
  IDBKeyRange.bound([id, from], [id, to], true);

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result), { once: true });
    request.addEventListener('error', () => reject(request.error), { once: true });
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
    transaction.addEventListener('complete', () => resolve(), { once: true });
    transaction.addEventListener('abort', fail, { once: true });
  });

function connect(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, version);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('record', { keyPath: 'id' });
    request.result.createObjectStore('piece');
  });
  return answerOf(request);
}

/** Rejects if IndexedDB is missing or denied. */
export async function openDatabase(): Promise<Database> {
  let connection: IDBDatabase | undefined;
  let isDisposed = false;
  async function connected(): Promise<IDBDatabase> {
    if (connection) return connection;
    const opened = await connect();
    if (isDisposed) {
      opened.close();
      throw new DOMException('closed', 'InvalidStateError');
    }
    const forget = () => {
      opened.close();
      if (connection === opened) connection = undefined;
    };
    // The browser may close the connection, or a newer version of the app may request it. The next use reopens it.
    opened.addEventListener('close', forget);
    opened.addEventListener('versionchange', forget);
    return (connection = opened);
  }
  function begin(open: IDBDatabase, mode: IDBTransactionMode, durability?: 'relaxed' | 'strict') {
    const transaction = open.transaction(['record', 'piece'], mode, durability && { durability });
    const stores = { records: transaction.objectStore('record'), pieces: transaction.objectStore('piece') };
    return { transaction, stores };
  }
  await connected();
  return {
    async read(act) {
      const { stores } = begin(await connected(), 'readonly');
      return await act(stores);
    },
    async write(durability, act) {
      const { transaction, stores } = begin(await connected(), 'readwrite', durability);
      const ending = ended(transaction);
      act(stores);
      transaction.commit();
      await ending;
    },
    [Symbol.dispose]() {
      isDisposed = true;
      connection?.close();
      connection = undefined;
    },
  };
}
