import type { PieceStore } from './piece-store.ts';
import { createIdbFile } from './idb-file.ts';
import { answerOf, openDatabase, piecesOf, type Database } from './idb-database.ts';
import { heldRecord } from './record-slot.rules.ts';
import type { RecordingRecord } from './store.contract.ts';

/** Writes, reads back and deletes a test record. */
async function tryWriting(database: Database): Promise<void> {
  const id = `probe-${crypto.randomUUID()}`;
  try {
    await database.write('strict', ({ records }) => void records.put({ id, version: 0 }));
  } catch (error) {
    // Without room, the stored recordings can still be read and sent.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return;
    throw error;
  }
  const found = await database.read(({ records }) => answerOf(records.get(id)));
  await database.write('relaxed', ({ records }) => void records.delete(id));
  if ((found as { id?: string } | undefined)?.id !== id)
    throw new DOMException('not what was written', 'DataError');
}

/** Used without OPFS. Rejects if IndexedDB does not work. */
export async function openIdbStore(): Promise<PieceStore> {
  const database = await openDatabase();
  try {
    await tryWriting(database);
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
  const readRecord = async (id: string) => {
    const found = await database.read(({ records }) => answerOf(records.get(id)));
    const record = found as RecordingRecord | undefined;
    return record?.version === 1 ? record : null;
  };
  return {
    kind: 'indexeddb',
    async list() {
      const records = await database.read(({ records }) => answerOf(records.getAll()));
      const listed = [];
      for (const record of records as RecordingRecord[]) {
        if (record.version !== 1) continue;
        const last = await database.read(({ pieces }) =>
          answerOf(pieces.openCursor(piecesOf(record.id), 'prev')),
        );
        const { end = 0, writtenAtMs = null } = last
          ? { end: (last.key as [string, number])[1], writtenAtMs: last.value.writtenAtMs as number }
          : {};
        listed.push({ record: heldRecord(record, end), bytes: end, writtenAtMs });
      }
      return listed;
    },
    async create(record) {
      await database.write('strict', ({ records }) => void records.add(record));
      return createIdbFile(database, record, []);
    },
    async open(id) {
      const record = await readRecord(id);
      if (!record) return null;
      const keys = await database.read(({ pieces }) => answerOf(pieces.getAllKeys(piecesOf(id))));
      const ends = keys.map((key) => (key as [string, number])[1]);
      return createIdbFile(database, heldRecord(record, ends.at(-1) ?? 0), ends);
    },
    remove: (id) =>
      database.write('strict', ({ records, pieces }) => {
        records.delete(id);
        pieces.delete(piecesOf(id));
      }),
    async freeBytes() {
      const { quota, usage } = await navigator.storage.estimate();
      return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
    },
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}
