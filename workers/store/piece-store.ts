import type { RecordingRecord, StoreKind } from './store.contract.ts';

/**
 * Where recordings lie on this device. One suite (`store-suite.ts`) runs against every driver. Errors: `QuotaExceededError`
 * where there is no room; whatever the browser throws where storage is denied.
 */
export type PieceStore = Disposable & {
  readonly kind: StoreKind;
  /** Every recording whose record can be read, whoever's it is, as it would be recovered. */
  list(): Promise<{ record: RecordingRecord; bytes: number; writtenAtMs: number | null }[]>;
  create(record: RecordingRecord): Promise<PieceFile>;
  /** Recovers: a half-written end is cut off. Null where there is no such recording. */
  open(id: string): Promise<PieceFile | null>;
  remove(id: string): Promise<void>;
  /** Bytes that fit as far as the browser knows; null where it does not say. */
  freeBytes(): Promise<number | null>;
};

export type PieceFile = Disposable & {
  readonly record: RecordingRecord;
  /** Bytes that would be found after a crash. */
  readonly bytes: number;
  /** One piece (at most 250 ms of sound). When it resolves, a kill -9 of the browser does not lose it. */
  append(piece: Uint8Array): Promise<void>;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Replaces these fields of the record; the old record or the new one is found, never half of one. */
  update(change: Partial<RecordingRecord>): Promise<void>;
};
