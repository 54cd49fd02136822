/** The database of recordings: `record` by id, `piece` by id and the offset of its end in the sound. */
const databaseName = 'recordings';
const version = 1;

type Stores = { records: IDBObjectStore; pieces: IDBObjectStore };
export type StoredPiece = { bytes: Uint8Array<ArrayBuffer>; writtenAtMs: number };

export type Database = Disposable & {
  read<T>(act: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Resolves when the transaction is complete. `relaxed`: the system has it, which survives the browser's end; `strict`: the
   * disk has it, with all that was complete before. Rejects with what ended it, `QuotaExceededError` where there is no room.
   */
  write(durability: 'relaxed' | 'strict', act: (stores: Stores) => void): Promise<void>;
};

/** All pieces of a recording that end behind `from`, up to the one that ends at `to`. */
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

/** Rejects where the browser has none, or denies it. */
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
    // The browser may close it; a newer version of the app may want it. The next use opens it again.
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
