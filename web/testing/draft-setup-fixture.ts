import type { OfferedModel } from '#api/contract/model.ts';
import { createDraftSetup, type DraftSetup } from '#web/features/draft/model/draft-setup.state.ts';
import type { DeviceModels } from '#workers/model/model.client.ts';
import type { ModelProgress, ModelRefusal, StoredModel } from '#workers/model/model.contract.ts';

const offer = (id: string, title: string, bytes: number): OfferedModel => ({
  id,
  title,
  bytes,
  task: 'transcription',
  files: [{ path: 'config.json', bytes, sha256: id.padEnd(64, '0') }],
});

export const testModels = {
  fixture: offer('fixture', 'Test fixture: knows the words of synthetic test speech only', 1_750_683),
  tiny: offer('whisper-tiny', 'Whisper tiny: fastest, least exact', 43_700_000),
  base: offer('whisper-base', 'Whisper base: the default', 79_700_000),
  small: offer('whisper-small', 'Whisper small', 252_000_000),
};

type Ending = { resolve(refusal: ModelRefusal | null): void; report(doneBytes: number): void };

/**
 * A device and a server with models, in memory. `downloads` has the downloads that run: the test reports their progress and
 * ends them.
 */
export function createModelDevice(offered: OfferedModel[] | null, stored: readonly OfferedModel[] = []) {
  const onDevice = new Map<string, StoredModel>(
    stored.map((model) => [model.id, { model, storedBytes: model.bytes, isWhole: true }]),
  );
  const entries = new Map<string, string>();
  const downloads = new Map<string, Ending>();
  const device = {
    offered,
    canRun: true,
    isPersistent: false,
    /** The server answers after this. */
    beforeAnswer: Promise.resolve(),
    graphicsCard: 'card',
    startsWorkers: true,
    keepsParts: true,
    isStorageFull: false,
    /** The back ends whose code the page wanted to keep. */
    kept: [] as string[],
    openWorkers: 0,
    downloads,
    entries,
    /** Ids of all models whose download was begun. */
    begun: [] as string[],
    /** Opens the page anew. */
    open: (): DraftSetup =>
      createDraftSetup({
        openModels,
        async listOffered() {
          await device.beforeAnswer;
          if (!device.offered) throw new TypeError('Failed to fetch');
          return device.offered;
        },
        storage: {
          getItem: (key) => entries.get(key) ?? null,
          setItem(key, value) {
            if (device.isStorageFull) throw new DOMException('full', 'QuotaExceededError');
            entries.set(key, value);
          },
        },
        persist: async () => (device.isPersistent = true),
        isPersistent: async () => device.isPersistent,
        canRun: () => device.canRun,
        backendKey: async () => device.graphicsCard,
        async keepParts(backend) {
          device.kept.push(backend);
          return device.keepsParts;
        },
      }),
  };

  const openModels = (): DeviceModels => {
    if (!device.startsWorkers) throw new ReferenceError('Worker is not defined');
    device.openWorkers += 1;
    return {
      list: async () => [...onDevice.values()],
      remove: async (id) => void onDevice.delete(id),
      download: (model, options) => download(model, options),
      [Symbol.dispose]: () => void (device.openWorkers -= 1),
    };
  };

  function download(
    model: OfferedModel,
    { signal, onProgress }: { signal: AbortSignal; onProgress?: (progress: ModelProgress) => void },
  ): Promise<ModelRefusal | null> {
    device.begun.push(model.id);
    const { promise, resolve, reject } = Promise.withResolvers<ModelRefusal | null>();
    signal.addEventListener('abort', () => reject(signal.reason));
    downloads.set(model.id, {
      report(storedBytes) {
        onDevice.set(model.id, { model, storedBytes, isWhole: false });
        onProgress?.({ doneBytes: storedBytes, totalBytes: model.bytes });
      },
      resolve(refusal) {
        if (!refusal) onDevice.set(model.id, { model, storedBytes: model.bytes, isWhole: true });
        resolve(refusal);
      },
    });
    return promise.finally(() => downloads.delete(model.id));
  }
  return device;
}

export type ModelDevice = ReturnType<typeof createModelDevice>;
