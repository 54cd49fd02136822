import type { RecordingRecord, StoreKind } from '#workers/store/store.contract.ts';

export type RemoteFile = { record: RecordingRecord; bytes: number; overflowBytes: number };

/** The store in a worker of its own, for its suite: ending the worker is a crash. Files are named by their recording. */
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
  /** So many pieces of `bytes` each, as fast as they go; the time of each in ms. */
  appendMany: { input: { id: string; count: number; bytes: number }; output: number[] };
  read: { input: { id: string; from: number; to: number }; output: Uint8Array<ArrayBuffer> };
  update: { input: { id: string; change: Partial<RecordingRecord> }; output: RemoteFile };
  settle: { input: string; output: RemoteFile };
  close: { input: string; output: undefined };
  /** Cuts a file of the private file system, then writes behind its end or, where `at` is negative, before it. */
  spoil: {
    input: { id: string; name: string; cut?: number; at?: number; garbage?: Uint8Array<ArrayBuffer> };
    output: undefined;
  };
  /** Takes away what a store needs, as a browser may. */
  hide: { input: ('opfs' | 'indexeddb')[]; output: undefined };
};

/** Piece `number` of a recording: bytes that nothing else holds. */
export function samplePiece(number: number, bytes: number): Uint8Array<ArrayBuffer> {
  const piece = new Uint8Array(bytes);
  let state = number + 1;
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    piece[at] = state >>> 24;
  }
  return piece;
}
