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
 * The first kind that works takes new recordings; those that an earlier visit left in another (private files were refused
 * then, or are now) are found as well. A kind that does not open now is tried again with the next look.
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
 * Finds out where recordings can lie, really: by writing and reading. Private files, else IndexedDB, else memory; never
 * rejects. Call it in a worker. `kinds`: those to be tried, for tests.
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
