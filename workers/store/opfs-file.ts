import { createMutex } from '#api/shared/mutex.ts';
import { journalEntry, entryBytes, recover, type Bytes } from './journal.rules.ts';
import { closeAll, openAll, readAt, writeAt, type Access, type Folder } from './opfs-handles.ts';
import type { PieceFile } from './piece-store.ts';
import { heldRecord, newestSlot, packSlot, slotOf, type Slot } from './record-slot.rules.ts';
import type { RecordingRecord } from './store.contract.ts';

export const soundName = 'sound.mp3';
export const journalName = 'journal';
export const recordNames = ['record.0', 'record.1'] as const;
/**
 * Names of the files of a recording. The records come first: they are created first and removed first, so a folder
 * without them is the rest of a removal.
 */
const names = [...recordNames, soundName, journalName];

/**
 * Interval of flushes, ms. Written bytes survive the end of the browser, because the operating system has them; only a
 * power cut loses bytes that were not flushed. A flush may take as long as a piece lasts, so it does not follow every
 * piece.
 */
const flushEveryMs = 1_000;

export type OpfsFile = PieceFile & {
  /** Null until the file is disposed of. The promise resolves when others can open the file. */
  readonly closed: Promise<void> | null;
};

/** In older Safari versions `getSize` is asynchronous. */
const whole = async (access: Access): Promise<Bytes> => {
  const length = await access.getSize();
  return { length, read: async (from: number, to: number) => readAt(access, from, Math.min(to, length)) };
};

function manage(accesses: readonly Access[], slot: Slot, found: { pieces: number; bytes: number }): OpfsFile {
  const [firstRecord, secondRecord, sound, journal] = accesses as [Access, Access, Access, Access];
  const recordFiles = [firstRecord, secondRecord];
  const exclusively = createMutex();
  let { turn, record } = slot;
  let { pieces, bytes } = found;
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let flushedAtMs = performance.now();
  let closed: Promise<void> | null = null;

  async function flush(): Promise<void> {
    clearTimeout(flushing);
    flushing = undefined;
    await sound.flush();
    await journal.flush();
    flushedAtMs = performance.now();
  }

  async function append(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      writeAt(sound, piece, bytes);
      const entry = journalEntry(pieces, bytes + piece.length, Date.now(), piece);
      writeAt(journal, entry, pieces * entryBytes);
      if (performance.now() - flushedAtMs >= flushEveryMs) await flush();
      else flushing ??= setTimeout(() => void exclusively(flush).catch(() => {}), flushEveryMs);
    } catch (error) {
      await sound.truncate(bytes);
      await journal.truncate(pieces * entryBytes);
      throw error;
    }
    bytes += piece.length;
    pieces += 1;
  }

  async function update(change: Partial<RecordingRecord>): Promise<void> {
    const next = { turn: turn + 1, record: { ...record, ...change } };
    const file = recordFiles[slotOf(next.turn)]!;
    writeAt(file, packSlot(next), 0);
    await file.flush();
    ({ turn, record } = next);
  }

  const close = () =>
    exclusively(async () => {
      try {
        await flush();
      } finally {
        await closeAll(accesses);
      }
    });

  return {
    get record() {
      return record;
    },
    get bytes() {
      return bytes;
    },
    append(piece) {
      const copy = new Uint8Array(piece);
      return copy.length === 0 ? Promise.resolve() : exclusively(() => append(copy));
    },
    read: (from, to) => exclusively(async () => readAt(sound, Math.max(0, from), Math.min(to, bytes))),
    update: (change) => exclusively(() => update(change)),
    get closed() {
      return closed;
    },
    [Symbol.dispose]() {
      closed ??= close().catch(() => {});
    },
  };
}

/** Creates the files of a recording in `folder`, which must be empty. */
export async function createOpfsFile(folder: Folder, record: RecordingRecord): Promise<OpfsFile> {
  const accesses = await openAll(folder, names, { create: true });
  try {
    const slot = { turn: 0, record };
    // Fills both record slots, so that a later record needs no room.
    const packed = packSlot(slot);
    writeAt(accesses[1]!, new Uint8Array(packed.length), 0);
    writeAt(accesses[0]!, packed, 0);
    for (const access of accesses) await access.flush();
    return manage(accesses, slot, { pieces: 0, bytes: 0 });
  } catch (error) {
    await closeAll(accesses);
    throw error;
  }
}

/**
 * Opens the files of a recording, and cuts off invalid bytes. Returns null if no record is readable. Rejects with
 * `NotFoundError` if a file is missing.
 */
export async function openOpfsFile(folder: Folder): Promise<OpfsFile | null> {
  const accesses = await openAll(folder, names, { create: false });
  try {
    const [first, second, sound, journal] = accesses as [Access, Access, Access, Access];
    const records = [];
    for (const access of [first, second]) records.push(readAt(access, 0, await access.getSize()));
    const slot = newestSlot(records);
    if (!slot) {
      await closeAll(accesses);
      return null;
    }
    const found = await recover(await whole(journal), await whole(sound));
    await sound.truncate(found.bytes);
    await journal.truncate(found.pieces * entryBytes);
    return manage(accesses, { ...slot, record: heldRecord(slot.record, found.bytes) }, found);
  } catch (error) {
    await closeAll(accesses);
    throw error;
  }
}
