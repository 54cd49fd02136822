import type { OfferedModel } from '#api/contract/model.ts';
import { connect, type Connection } from '#workers/rpc.ts';
import type { ModelContract, ModelProgress, ModelRefusal, StoredModel } from './model.contract.ts';

/**
 * The models on this device. The page asks for persistent storage, as it does for recordings. Disposing of it ends a download, which the next one
 * continues.
 */
export type DeviceModels = Disposable & {
  /** Resolves to null when the whole model is on the device, else to why it is not. @throws the signal's reason */
  download(
    model: OfferedModel,
    options: { signal: AbortSignal; onProgress?: (progress: ModelProgress) => void },
  ): Promise<ModelRefusal | null>;
  list(): Promise<StoredModel[]>;
  remove(id: string): Promise<void>;
};

const startWorker = () => new Worker(new URL('./model.worker.ts', import.meta.url), { type: 'module' });

const isSupported = () =>
  'storage' in navigator && 'getDirectory' in navigator.storage && 'locks' in navigator;

/** Opens the models of this device. Where the browser stores nothing, there are none, and a download says so (`none`). */
export function openDeviceModels(start: () => Worker = startWorker): DeviceModels {
  return isSupported() ? withWorker(connect<ModelContract>(start())) : nothing;
}

const nothing: DeviceModels = {
  download: async () => 'none',
  list: async () => [],
  remove: async () => {},
  [Symbol.dispose]() {},
};

const withWorker = (worker: Connection<ModelContract>): DeviceModels => ({
  async download(model, { signal, onProgress }) {
    try {
      return await worker.call(
        'download',
        { model },
        { signal, ...(onProgress ? { onEvent: onProgress } : {}) },
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      // Browsers deny storage in many ways, such as in a private window.
      return 'none';
    }
  },
  list: () => worker.call('list', undefined).catch(() => []),
  async remove(id) {
    await worker.call('remove', { id });
  },
  [Symbol.dispose]: () => worker[Symbol.dispose](),
});
