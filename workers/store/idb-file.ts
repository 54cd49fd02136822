import { writeAtOnce, type Connection } from '#workers/idb.ts';
import { createMutex } from '#api/shared/mutex.ts';
import { piecesOf, type RecordingSchema, type StoredPiece } from './idb-database.ts';
import type { PieceFile } from './piece-store.ts';
import type { RecordingRecord } from './store.contract.ts';

/**
 * Interval of strict transactions, ms. The others between them survive the end of the browser but no power cut. The
 * store in OPFS flushes as often.
 */
const strictEveryMs = 1_000;

/** Creates the file of a recording in IndexedDB. `ends` is the end offset of each stored piece in bytes, ascending. */
export function createIdbFile(
  connection: Connection<RecordingSchema>,
  first: RecordingRecord,
  ends: number[],
): PieceFile {
  const exclusively = createMutex();
  let record = first;
  let strictAtMs = Number.NEGATIVE_INFINITY;
  const bytesNow = () => ends.at(-1) ?? 0;

  async function append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const end = bytesNow() + bytes.length;
    const nowMs = performance.now();
    const isStrict = nowMs - strictAtMs >= strictEveryMs;
    const piece: StoredPiece = { bytes, writtenAtMs: Date.now() };
    const durability = isStrict ? 'strict' : 'relaxed';
    await writeAtOnce(await connection.get(), ['piece'], durability, function* (transaction) {
      yield transaction.objectStore('piece').add(piece, [record.id, end]);
    });
    if (isStrict) strictAtMs = nowMs;
    ends.push(end);
  }

  async function read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const joined = new Uint8Array(Math.max(0, to - from));
    if (joined.length === 0) return joined;
    const lastEnd = ends.find((end) => end >= to);
    const database = await connection.get();
    const stored = await database.getAll('piece', piecesOf(record.id, from, lastEnd));
    const firstIndex = ends.findIndex((end) => end > from);
    let start = firstIndex > 0 ? ends[firstIndex - 1]! : 0;
    for (const { bytes } of stored) {
      joined.set(bytes.subarray(Math.max(0, from - start), to - start), Math.max(0, start - from));
      start += bytes.length;
    }
    return joined;
  }

  return {
    get record() {
      return record;
    },
    get bytes() {
      return bytesNow();
    },
    append(piece) {
      // The piece is copied, because storing a view would store its whole buffer.
      const copy = new Uint8Array(piece);
      return copy.length === 0 ? Promise.resolve() : exclusively(() => append(copy));
    },
    read: (from, to) => exclusively(() => read(Math.max(0, from), Math.min(to, bytesNow()))),
    update: (change) =>
      exclusively(async () => {
        const next = { ...record, ...change };
        await writeAtOnce(await connection.get(), ['record'], 'strict', function* (transaction) {
          yield transaction.objectStore('record').put(next);
        });
        record = next;
      }),
    // Disposing closes nothing, because the store owns the connection.
    [Symbol.dispose]() {},
  };
}
