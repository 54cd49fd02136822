import { createMemoryPieces, type MemoryPieces } from './memory-pieces.ts';
import type { PieceFile, PieceStore } from './piece-store.ts';
import type { RecordingRecord } from './store.contract.ts';

type Entry = { record: RecordingRecord; pieces: MemoryPieces; writtenAtMs: number | null };

const toFile = (entry: Entry): PieceFile => ({
  get record() {
    return entry.record;
  },
  get bytes() {
    return entry.pieces.bytes;
  },
  async append(piece) {
    if (piece.length === 0) return;
    entry.pieces.append(piece);
    entry.writtenAtMs = Date.now();
  },
  read: async (from, to) => entry.pieces.read(from, to),
  async update(change) {
    entry.record = structuredClone({ ...entry.record, ...change });
  },
  [Symbol.dispose]() {},
});

/**
 * Creates a store in memory, the last choice: bytes that are not uploaded are lost when the page closes, and the page
 * warns of it.
 */
export function createMemoryStore(): PieceStore {
  const entries = new Map<string, Entry>();
  return {
    kind: 'memory',
    list: async () =>
      [...entries.values()].map(({ record, pieces, writtenAtMs }) => ({
        record,
        bytes: pieces.bytes,
        writtenAtMs,
      })),
    async create(record) {
      if (entries.has(record.id)) throw new DOMException('exists', 'InvalidModificationError');
      const entry = { record: structuredClone(record), pieces: createMemoryPieces(), writtenAtMs: null };
      entries.set(record.id, entry);
      return toFile(entry);
    },
    async open(id) {
      const entry = entries.get(id);
      return entry ? toFile(entry) : null;
    },
    async remove(id) {
      entries.delete(id);
    },
    freeBytes: async () => null,
    [Symbol.dispose]: () => entries.clear(),
  };
}
