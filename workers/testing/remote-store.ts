import { connect, type Connection } from '#workers/rpc.ts';
import type { PieceFile, PieceStore } from '#workers/store/piece-store.ts';
import type { RecordingRecord, StoreKind } from '#workers/store/store.contract.ts';
import type { RemoteFile, StoreTestContract } from './store.contract.ts';

export type RemoteStore = Omit<PieceStore, 'create' | 'open'> & {
  readonly worker: Connection<StoreTestContract>;
  create(record: RecordingRecord): Promise<RemotePieceFile>;
  open(id: string): Promise<RemotePieceFile | null>;
};
export type RemotePieceFile = PieceFile & { readonly overflowBytes: number; settle(): Promise<void> };

/** Opens a store in its own worker. Disposing terminates the worker: a simulated crash. */
export async function openRemoteStore(
  kinds: StoreKind[] | null,
  { isOverflowing = false, hidden = [] as ('opfs' | 'indexeddb')[] } = {},
): Promise<RemoteStore> {
  const worker = connect<StoreTestContract>(
    new Worker(new URL('store.worker.ts', import.meta.url), { type: 'module' }),
  );
  await worker.call('hide', hidden);
  const kind = await worker.call('openStore', { kinds, isOverflowing });
  const fileOf = (first: RemoteFile): RemotePieceFile => {
    let now = first;
    const { id } = first.record;
    return {
      get record() {
        return now.record;
      },
      get bytes() {
        return now.bytes;
      },
      get overflowBytes() {
        return now.overflowBytes;
      },
      async append(piece) {
        now = await worker.call('append', { id, piece });
      },
      read: (from, to) => worker.call('read', { id, from, to }),
      async update(change) {
        now = await worker.call('update', { id, change });
      },
      async settle() {
        now = await worker.call('settle', id);
      },
      [Symbol.dispose]: () => void worker.call('close', id).catch(() => {}),
    };
  };
  return {
    kind,
    worker,
    list: () => worker.call('list', undefined),
    create: async (record) => fileOf(await worker.call('create', record)),
    async open(id) {
      const found = await worker.call('open', id);
      return found && fileOf(found);
    },
    remove: (id) => worker.call('remove', id),
    freeBytes: () => worker.call('freeBytes', undefined),
    [Symbol.dispose]: () => worker[Symbol.dispose](),
  };
}
