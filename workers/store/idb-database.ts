import type { DBSchema } from 'idb';
import { createConnection, type Connection } from '#workers/idb.ts';
import type { RecordingRecord } from './store.contract.ts';

export type StoredPiece = { bytes: Uint8Array<ArrayBuffer>; writtenAtMs: number };

/** A record that shows whether the browser stores anything. */
type ProbeRecord = { id: string; version: 0 };

/** Object stores: `record` by id; `piece` by id and end offset in the sound, in bytes. */
export interface RecordingSchema extends DBSchema {
  record: { key: string; value: RecordingRecord | ProbeRecord };
  piece: { key: [id: string, end: number]; value: StoredPiece };
}

export const connectToRecordings = (): Connection<RecordingSchema> =>
  createConnection('recordings', (database) => {
    database.createObjectStore('record', { keyPath: 'id' });
    database.createObjectStore('piece');
  });

/** Returns the key range of a recording's pieces that end in `(from, to]`. */
export const piecesOf = (id: string, from = 0, to = Number.POSITIVE_INFINITY): IDBKeyRange =>
  IDBKeyRange.bound([id, from], [id, to], true);
