import { serve } from '#workers/rpc.ts';
import { orNull } from '#workers/store/opfs-folder.ts';
import { downloadModel } from './download-model.ts';
import type { ModelContract } from './model.contract.ts';
import { isFull } from './model-file.ts';
import { createModelStore, modelRoot, type ModelStore } from './model-store.ts';

const lockName = 'wortlaut-models';

/** Changes of the folder run one at a time, in all tabs. */
const inTurn = <T>(signal: AbortSignal, work: (store: ModelStore) => Promise<T>): Promise<T> =>
  navigator.locks.request(lockName, { signal }, async () => {
    const root = await navigator.storage.getDirectory();
    return await work(createModelStore(await root.getDirectoryHandle(modelRoot, { create: true })));
  });

async function freeBytes(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? null : quota - usage;
}

serve<ModelContract>({
  async download({ model }, { signal, emit }) {
    try {
      return await inTurn(signal, (store) =>
        downloadModel(model, { store, freeBytes, signal, onProgress: emit }),
      );
    } catch (error) {
      // Without any room a browser may not even open the folder.
      if (isFull(error)) return 'full';
      throw error;
    }
  },
  async list() {
    const root = await navigator.storage.getDirectory();
    const folder = await orNull(root.getDirectoryHandle(modelRoot));
    return folder ? await createModelStore(folder).list() : [];
  },
  remove: ({ id }, { signal }) => inTurn(signal, (store) => store.remove(id).then(() => undefined)),
});
