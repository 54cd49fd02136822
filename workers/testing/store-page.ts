/**
 * Page in which a test in Node uses the stores while it kills the browser or limits the quota. Loaded by
 * `tools/disk-browser.ts`.
 */
import type { RecordingRecord } from '#workers/store/store.contract.ts';
import { openRemoteStore, type RemotePieceFile, type RemoteStore } from './remote-store.ts';
import { samplePiece } from './store.contract.ts';

type Kind = 'opfs' | 'indexeddb';

let store: RemoteStore;
let file: RemotePieceFile;
let appended = 0;

const isSame = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
const listed = async () => (await store.list()).map(({ record, bytes }) => ({ record, bytes }));

const storePage = {
  async begin(kind: Kind, record: RecordingRecord, options: { isOverflowing?: boolean } = {}) {
    store = await openRemoteStore([kind], options);
    file = await store.create(record);
    return store.kind;
  },

  /** Appends `count` pieces; resolves to the total and the overflow bytes after each. */
  async append(count: number, bytes: number): Promise<[bytes: number, overflow: number][]> {
    const sizes: [number, number][] = [];
    for (let number = 0; number < count; number++) {
      await file.append(samplePiece(number, bytes));
      sizes.push([file.bytes, file.overflowBytes]);
      appended = number + 1;
    }
    return sizes;
  },

  appended: () => appended,
  update: (change: Partial<RecordingRecord>) => file.update(change),
  listed: () => listed(),
  freeBytes: () => store.freeBytes(),

  /** Resolves to the bytes that are still only in memory. */
  async settle() {
    await file.settle();
    return file.overflowBytes;
  },

  /** Returns true if the pieces of `bytes` on both sides of the border between disk and memory are intact. */
  async isWholeAtTheJoint(bytes: number) {
    const joint = file.bytes - file.overflowBytes;
    const [before, after] = [joint / bytes - 1, joint / bytes].map((number) => samplePiece(number, bytes));
    const found = await file.read(joint - bytes, joint + bytes);
    return isSame(found.subarray(0, bytes), before!) && isSame(found.subarray(bytes), after!);
  },

  /** Counts the pieces of `bytes` that an earlier visit left, and the intact ones. */
  async found(kind: Kind, id: string, bytes: number) {
    store = await openRemoteStore([kind]);
    const list = await listed();
    file = (await store.open(id))!;
    const pieces = file.bytes / bytes;
    let whole = 0;
    for (let number = 0; number < pieces; number++) {
      const piece = await file.read(number * bytes, (number + 1) * bytes);
      whole += isSame(piece, samplePiece(number, bytes)) ? 1 : 0;
    }
    return { listed: list, record: file.record, pieces, whole };
  },

  /** Measures `count` appends of `bytes` each inside the worker, ms. */
  speed: (count: number, bytes: number): Promise<number[]> =>
    store.worker.call('appendMany', { id: file.record.id, count, bytes }),
};

export type StorePage = typeof storePage;

Object.assign(globalThis, { storePage });
