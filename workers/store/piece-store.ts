import type { RecordingRecord, StoreKind } from './store.contract.ts';

/**
 * Storage of recordings on this device. All drivers pass `store-suite.ts`. Errors: `QuotaExceededError` if there is no
 * room; the browser's error if storage is denied.
 */
export type PieceStore = Disposable & {
  readonly kind: StoreKind;
  /** Lists every recording with a readable record, of any person, in its recovered state. */
  list(): Promise<{ record: RecordingRecord; bytes: number; writtenAtMs: number | null }[]>;
  create(record: RecordingRecord): Promise<PieceFile>;
  /** Opens a recording and cuts off an incomplete end. Resolves to null if there is none. */
  open(id: string): Promise<PieceFile | null>;
  remove(id: string): Promise<void>;
  /** Free space as reported by the browser, bytes; null if unknown. Never rejects. */
  freeBytes(): Promise<number | null>;
};

export type PieceFile = Disposable & {
  readonly record: RecordingRecord;
  /** Number of bytes that survive a crash. */
  readonly bytes: number;
  /** Appends one piece (at most 250 ms of sound). Once it resolves, the piece survives a kill -9 of the browser. */
  append(piece: Uint8Array): Promise<void>;
  /** Reads the bytes `[from, to)`, fewer if the recording ends before. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Replaces fields of the record atomically. */
  update(change: Partial<RecordingRecord>): Promise<void>;
};
