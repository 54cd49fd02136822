import { openIdbStore } from './idb-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { openOpfsStore } from './opfs-store.ts';
import type { PieceStore } from './piece-store.ts';
import { storeKinds, type StoreKind } from './store.contract.ts';

const openers: Record<StoreKind, () => Promise<PieceStore>> = {
  opfs: openOpfsStore,
  indexeddb: openIdbStore,
  memory: async () => createMemoryStore(),
};

const orNull = <T>(opening: Promise<T>): Promise<T | null> => opening.catch(() => null);

/**
 * Returns a store that keeps new recordings in `first`, the first kind that works, and also lists those that an earlier
 * visit left in another kind. A kind that fails to open is tried again at the next list.
 */
function joined(first: PieceStore, otherKinds: readonly StoreKind[]): PieceStore {
  const opening = new Map<StoreKind, Promise<PieceStore | null>>();
  const open = async (kind: StoreKind) => {
    const store = await orNull(openers[kind]());
    if (!store) opening.delete(kind);
    return store;
  };
  async function others(): Promise<PieceStore[]> {
    for (const kind of otherKinds) if (!opening.has(kind)) opening.set(kind, open(kind));
    const stores = await Promise.all(opening.values());
    return stores.filter((store) => store !== null);
  }
  return {
    kind: first.kind,
    async list() {
      const lists = [await first.list()];
      for (const store of await others()) lists.push((await orNull(store.list())) ?? []);
      return lists.flat();
    },
    create: (record) => first.create(record),
    async open(id) {
      const file = await first.open(id);
      if (file) return file;
      for (const store of await others()) {
        const found = await store.open(id);
        if (found) return found;
      }
      return null;
    },
    async remove(id) {
      await first.remove(id);
      for (const store of await others()) await store.remove(id);
    },
    freeBytes: () => first.freeBytes(),
    [Symbol.dispose]() {
      first[Symbol.dispose]();
      for (const store of opening.values()) void store.then((one) => one?.[Symbol.dispose]());
    },
  };
}

/**
 * Opens the first storage that can really be written and read: OPFS, IndexedDB, memory. Never rejects. Call it in a
 * worker. Tests choose the `kinds` to try.
 */
export async function openPieceStore(options: { kinds?: readonly StoreKind[] } = {}): Promise<PieceStore> {
  const kinds = options.kinds ?? storeKinds;
  for (const kind of kinds) {
    const first = await orNull(openers[kind]());
    if (!first) continue;
    return joined(
      first,
      kinds.filter((other) => other !== kind && other !== 'memory'),
    );
  }
  return createMemoryStore();
}
