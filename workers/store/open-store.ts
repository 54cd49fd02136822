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
 * then, or are now) are found as well.
 */
function joined(first: PieceStore, openOthers: () => Promise<PieceStore[]>): PieceStore {
  let opening: Promise<PieceStore[]> | undefined;
  const others = () => (opening ??= openOthers());
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
      void opening?.then((stores) => stores.forEach((store) => store[Symbol.dispose]()));
    },
  };
}

/**
 * Finds out where recordings can lie, really: by writing and reading. Private files, else IndexedDB, else memory; never
 * rejects. Call it in a worker. `kinds`: those to be tried, for tests.
 */
export async function openPieceStore(options: { kinds?: readonly StoreKind[] } = {}): Promise<PieceStore> {
  const kinds = options.kinds ?? storeKinds;
  for (const [index, kind] of kinds.entries()) {
    const first = await orNull(openers[kind]());
    if (!first) continue;
    const rest = kinds.slice(index + 1).filter((other) => other !== 'memory');
    return joined(first, async () => {
      const others = await Promise.all(rest.map((other) => orNull(openers[other]())));
      return others.filter((store) => store !== null);
    });
  }
  return createMemoryStore();
}
