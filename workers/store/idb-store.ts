import { writeAtOnce, type Connection } from '#workers/idb.ts';
import { connectToRecordings, piecesOf, type RecordingSchema } from './idb-database.ts';
import { createIdbFile } from './idb-file.ts';
import type { PieceStore } from './piece-store.ts';
import { heldRecord } from './record-slot.rules.ts';
import { saidRoom } from './said-room.ts';

/** Writes, reads back and deletes a test record. */
async function tryWriting(connection: Connection<RecordingSchema>): Promise<void> {
  const id = `probe-${crypto.randomUUID()}`;
  // A database that cannot be opened, because there is no room to create it, has no recordings to read.
  const database = await connection.get();
  try {
    await writeAtOnce(database, ['record'], 'strict', function* (transaction) {
      yield transaction.objectStore('record').put({ id, version: 0 });
    });
  } catch (error) {
    // If the disk is full, nothing can be written, but recordings that are stored already can be read and sent.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return;
    throw error;
  }
  const found = await (await connection.get()).get('record', id);
  await (await connection.get()).delete('record', id);
  if (found?.id !== id) throw new DOMException('not what was written', 'DataError');
}

/** Opens the store in IndexedDB, for browsers without OPFS. Rejects if IndexedDB does not work. */
export async function openIdbStore(): Promise<PieceStore> {
  const connection = connectToRecordings();
  try {
    await tryWriting(connection);
  } catch (error) {
    connection[Symbol.dispose]();
    throw error;
  }
  return {
    kind: 'indexeddb',
    async list() {
      const listed = [];
      for (const record of await (await connection.get()).getAll('record')) {
        if (record.version !== 1) continue;
        const pieces = (await connection.get()).transaction('piece').store;
        const last = await pieces.openCursor(piecesOf(record.id), 'prev');
        const end = last?.key[1] ?? 0;
        const writtenAtMs = last?.value.writtenAtMs ?? null;
        listed.push({ record: heldRecord(record, end), bytes: end, writtenAtMs });
      }
      return listed;
    },
    async create(record) {
      await writeAtOnce(await connection.get(), ['record'], 'strict', function* (transaction) {
        yield transaction.objectStore('record').add(record);
      });
      return createIdbFile(connection, record, []);
    },
    async open(id) {
      const record = await (await connection.get()).get('record', id);
      if (record?.version !== 1) return null;
      const ends = (await (await connection.get()).getAllKeys('piece', piecesOf(id))).map(([, end]) => end);
      return createIdbFile(connection, heldRecord(record, ends.at(-1) ?? 0), ends);
    },
    remove: async (id) =>
      writeAtOnce(await connection.get(), ['record', 'piece'], 'strict', function* (transaction) {
        yield transaction.objectStore('record').delete(id);
        yield transaction.objectStore('piece').delete(piecesOf(id));
      }),
    freeBytes: saidRoom,
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}
