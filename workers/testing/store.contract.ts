import type { RecordingRecord, StoreKind } from '#workers/store/store.contract.ts';

export type RemoteFile = { record: RecordingRecord; bytes: number; overflowBytes: number };

/** A store in its own worker, for its test suite. Files are named by their recording's id. */
export type StoreTestContract = {
  openStore: { input: { kinds: StoreKind[] | null; isOverflowing: boolean }; output: StoreKind };
  list: {
    input: undefined;
    output: { record: RecordingRecord; bytes: number; writtenAtMs: number | null }[];
  };
  create: { input: RecordingRecord; output: RemoteFile };
  open: { input: string; output: RemoteFile | null };
  remove: { input: string; output: undefined };
  freeBytes: { input: undefined; output: number | null };
  append: { input: { id: string; piece: Uint8Array }; output: RemoteFile };
  /** Appends `count` pieces of `bytes` each without pauses; returns the time of each in ms. */
  appendMany: { input: { id: string; count: number; bytes: number }; output: number[] };
  read: { input: { id: string; from: number; to: number }; output: Uint8Array<ArrayBuffer> };
  update: { input: { id: string; change: Partial<RecordingRecord> }; output: RemoteFile };
  settle: { input: string; output: RemoteFile };
  close: { input: string; output: undefined };
  /**
   * Truncates a file in OPFS by `cut` bytes, then writes `garbage` so that it begins `at` bytes after the new end, or
   * before it if `at` is negative.
   */
  spoil: {
    input: { id: string; name: string; cut?: number; at?: number; garbage?: Uint8Array<ArrayBuffer> };
    output: undefined;
  };
  /** Removes the APIs that a store needs, as a browser may. */
  hide: { input: ('opfs' | 'indexeddb')[]; output: undefined };
};

/** Returns sample data for piece `number` of a recording: pseudorandom bytes, different for each number. */
export function samplePiece(number: number, bytes: number): Uint8Array<ArrayBuffer> {
  const piece = new Uint8Array(bytes);
  let state = number + 1;
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    piece[at] = state >>> 24;
  }
  return piece;
}
