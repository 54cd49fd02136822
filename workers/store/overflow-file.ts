/**
 * A recording whose pieces go to memory while the disk is full or its storage fails, and to the store once there is room
 * again. Until then they stay in memory, even after their upload: "continue", "save to disk" and the digest need them. The
 * longest recording is 72 MB.
 */
import { createMutex } from '#api/shared/mutex.ts';
import { createMemoryPieces, type MemoryPieces } from './memory-pieces.ts';
import type { PieceFile, PieceStore } from './piece-store.ts';
import type { RecordingRecord } from './store.contract.ts';

export type OverflowFile = PieceFile & {
  /** Number of bytes of the recording that are only in memory. */
  readonly overflowBytes: number;
  /** True if the store has the current record. */
  readonly isRecordStored: boolean;
  /** Tries to write the bytes in memory. Returns false if some, or the record, are not stored. */
  settle(): Promise<boolean>;
};

type OverflowOptions = {
  /** Number of pieces after a failure until the store is tried again. The default is 8, which is 2 s of sound. */
  retryAfterPieces?: number;
};

/**
 * Size, bytes, of the pieces in which bytes in memory move to the store. Only a few move at a time, so that new sound
 * need not wait.
 */
const movedBytes = 65_536;
const movesAtOnce = 16;

function overflowing(
  given: { file: PieceFile | null; record: RecordingRecord },
  create: (record: RecordingRecord) => Promise<PieceFile>,
  { retryAfterPieces = 8 }: OverflowOptions,
): OverflowFile {
  const exclusively = createMutex();
  const waiting = createMemoryPieces();
  const place = createPlace(given.file, create);
  let record = given.record;
  /** True if the store has no record or an older one. */
  let isRecordBehind = given.file === null;
  let piecesUntilRetry = given.file ? 0 : retryAfterPieces;

  const isBehind = () => place.file === null || isRecordBehind || waiting.bytes > 0;

  /** The stored record is marked as finished only when the last byte is stored. */
  async function writeRecord(to: PieceFile): Promise<void> {
    const isEarly = waiting.bytes > 0 && record.finished !== null;
    await to.update(isEarly ? { ...record, finished: null } : record);
    isRecordBehind = isEarly;
  }

  /** Writes what waits in memory, and the record. Returns true if everything was written. */
  async function tryToMove(): Promise<boolean> {
    const works = (act: Promise<unknown>) => act.then(() => true).catch(() => false);
    const to = await place.open(record).catch(() => null);
    const isMoved = to !== null && (await works(movePieces(waiting, to)));
    const isWritten = to !== null && (!isRecordBehind || (await works(writeRecord(to))));
    piecesUntilRetry = isMoved && isWritten ? 0 : retryAfterPieces;
    return isMoved && isWritten;
  }

  return {
    get record() {
      return record;
    },
    get bytes() {
      return (place.file?.bytes ?? 0) + waiting.bytes;
    },
    get overflowBytes() {
      return waiting.bytes;
    },
    get isRecordStored() {
      return place.file !== null && !isRecordBehind;
    },
    append(piece) {
      const copy = new Uint8Array(piece);
      return exclusively(async () => {
        if (copy.length === 0) return;
        waiting.append(copy);
        if (piecesUntilRetry > 0) piecesUntilRetry--;
        if (piecesUntilRetry === 0) await tryToMove();
      });
    },
    read: (from, to) => exclusively(() => readAcross(place.file, waiting, [from, to])),
    update: (change) =>
      exclusively(async () => {
        record = { ...record, ...change };
        isRecordBehind = true;
        await tryToMove();
      }),
    settle: () =>
      exclusively(async () => {
        while (isBehind()) if (!(await tryToMove())) return false;
        return true;
      }),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

type Place = Disposable & {
  /** The file; null until it could be created. */
  readonly file: PieceFile | null;
  /** Returns the file. Creates it if it could not be created before. */
  open(record: RecordingRecord): Promise<PieceFile>;
};

/** The file of a recording in the store, which may have had no room for it at first. */
function createPlace(
  given: PieceFile | null,
  create: (record: RecordingRecord) => Promise<PieceFile>,
): Place {
  let file = given;
  let isDisposed = false;
  return {
    get file() {
      return file;
    },
    async open(record) {
      if (file) return file;
      if (isDisposed) throw new DOMException('It was disposed of.', 'InvalidStateError');
      const created = await create({ ...record, finished: null });
      if (isDisposed) created[Symbol.dispose]();
      return (file = created);
    },
    [Symbol.dispose]() {
      isDisposed = true;
      file?.[Symbol.dispose]();
    },
  };
}

async function movePieces(from: MemoryPieces, to: PieceFile): Promise<void> {
  for (let left = movesAtOnce; left > 0 && from.bytes > 0; left--) {
    const piece = from.front(movedBytes);
    await to.append(piece);
    from.drop(piece.length);
  }
}

/** Reads the bytes `[from, to)` of a recording whose first bytes are in `file` and whose last ones are in memory. */
async function readAcross(
  file: PieceFile | null,
  waiting: MemoryPieces,
  [from, to]: readonly [number, number],
): Promise<Uint8Array<ArrayBuffer>> {
  const storedBytes = file?.bytes ?? 0;
  const start = Math.max(0, from);
  const isAllStored = to <= storedBytes || waiting.bytes === 0;
  const front = file && start < storedBytes ? await file.read(start, Math.min(to, storedBytes)) : null;
  if (front && isAllStored) return front;
  const back = waiting.read(start - storedBytes, to - storedBytes);
  const joined = new Uint8Array((front?.length ?? 0) + back.length);
  if (front) joined.set(front);
  joined.set(back, front?.length ?? 0);
  return joined;
}

/** Creates a recording; never rejects for lack of room. */
export async function createOverflowing(
  store: PieceStore,
  record: RecordingRecord,
  options: OverflowOptions = {},
): Promise<OverflowFile> {
  const create = (first: RecordingRecord) => store.create(first);
  const file = await create(record).catch(() => null);
  return overflowing({ file, record }, create, options);
}

/** Opens and recovers a stored recording; null if there is none. */
export async function openOverflowing(
  store: PieceStore,
  id: string,
  options: OverflowOptions = {},
): Promise<OverflowFile | null> {
  const file = await store.open(id);
  return file && overflowing({ file, record: file.record }, (record) => store.create(record), options);
}
