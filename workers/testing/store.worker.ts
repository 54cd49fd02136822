import { serve, WorkerError } from '#workers/rpc.ts';
import { openPieceStore } from '#workers/store/open-store.ts';
import { createOverflowing, openOverflowing, type OverflowFile } from '#workers/store/overflow-file.ts';
import type { PieceFile, PieceStore } from '#workers/store/piece-store.ts';
import { samplePiece, type RemoteFile, type StoreTestContract } from './store.contract.ts';

let store: PieceStore;
let isOverflowing = false;
const files = new Map<string, PieceFile | OverflowFile>();

const fileOf = (id: string) => files.get(id)!;
const told = (file: PieceFile | OverflowFile): RemoteFile => ({
  record: file.record,
  bytes: file.bytes,
  overflowBytes: 'overflowBytes' in file ? file.overflowBytes : 0,
});

/** Passes the name of a `DOMException` on as the error code. */
async function named<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof DOMException ? new WorkerError(error.name, error.message) : error;
  }
}

const kept = (id: string, file: PieceFile) => {
  files.set(id, file);
  return told(file);
};

serve<StoreTestContract>({
  async openStore(options) {
    store = await openPieceStore(options.kinds ? { kinds: options.kinds } : {});
    isOverflowing = options.isOverflowing;
    return store.kind;
  },
  list: () => named(() => store.list()),
  create: (record) =>
    named(async () =>
      kept(record.id, await (isOverflowing ? createOverflowing(store, record) : store.create(record))),
    ),
  open: (id) =>
    named(async () => {
      const file = await (isOverflowing ? openOverflowing(store, id) : store.open(id));
      return file && kept(id, file);
    }),
  remove: (id) => named(async () => void (await store.remove(id))) as Promise<undefined>,
  freeBytes: () => store.freeBytes(),
  append: ({ id, piece }) =>
    named(async () => {
      await fileOf(id).append(piece);
      return told(fileOf(id));
    }),
  async appendMany({ id, count, bytes }) {
    const file = fileOf(id);
    const pieces = Array.from({ length: 64 }, (_, number) => samplePiece(number, bytes));
    const times = [];
    for (let number = 0; number < count; number++) {
      const startedAt = performance.now();
      await file.append(pieces[number % pieces.length]!);
      times.push(performance.now() - startedAt);
    }
    return times;
  },
  read: ({ id, from, to }) => named(() => fileOf(id).read(from, to)),
  update: ({ id, change }) =>
    named(async () => {
      await fileOf(id).update(change);
      return told(fileOf(id));
    }),
  async settle(id) {
    const file = fileOf(id);
    if ('settle' in file) await file.settle();
    return told(file);
  },
  close(id) {
    fileOf(id)[Symbol.dispose]();
    return undefined;
  },
  async spoil({ id, name, cut = 0, at = 0, garbage }) {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('recordings');
    const folder = await root.getDirectoryHandle(id);
    const access = await (await folder.getFileHandle(name)).createSyncAccessHandle();
    access.truncate(Math.max(0, access.getSize() - cut));
    if (garbage) access.write(garbage, { at: access.getSize() + at });
    access.flush();
    access.close();
    return undefined;
  },
  hide(what) {
    const refuse = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    const hidden = { value: refuse, configurable: true };
    if (what.includes('opfs')) Object.defineProperty(navigator.storage, 'getDirectory', hidden);
    else Reflect.deleteProperty(navigator.storage, 'getDirectory');
    if (what.includes('indexeddb')) Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    return undefined;
  },
});
