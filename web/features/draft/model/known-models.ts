import type { OfferedModel } from '#api/contract/model.ts';
import { log } from '#web/lib/log.ts';
import type { DeviceModels } from '#workers/model/model.client.ts';
import type { StoredModel } from '#workers/model/model.contract.ts';

/** Runs `act` with the models of the device, and then ends their worker. */
export async function withModels<T>(
  openModels: () => DeviceModels,
  act: (models: DeviceModels) => Promise<T>,
): Promise<T> {
  const models = openModels();
  try {
    return await act(models);
  } finally {
    models[Symbol.dispose]();
  }
}

export type KnownModelsDeps = { openModels(): DeviceModels; listOffered(): Promise<OfferedModel[]> };

/** Keeps which models the server offers and which are on this device, as of the last question to each. */
export function createKnownModels({ openModels, listOffered }: KnownModelsDeps) {
  let offered: OfferedModel[] | null = null;
  let stored: StoredModel[] = [];
  let isUnreachable = false;
  /** Empty in a browser that cannot start the worker. */
  const list = () => withModels(openModels, (models) => models.list()).catch(() => []);
  return {
    /** `offered` is null if the server has not answered yet. */
    models: () => ({ offered, stored }),
    /** True if the server did not answer the last question. */
    get isUnreachable() {
      return isUnreachable;
    },
    /** True if a plan can be made: the server has answered, or a whole model is on the device. */
    get isEnough() {
      return offered !== null || stored.some(({ isWhole }) => isWhole);
    },
    find: (id: string | null): OfferedModel | null =>
      offered?.find((model) => model.id === id) ?? stored.find(({ model }) => model.id === id)?.model ?? null,
    async readDevice(): Promise<void> {
      stored = await list();
    },
    async askServer(): Promise<void> {
      const answer = await listOffered().catch(() => null);
      isUnreachable = answer === null;
      offered = answer ?? offered;
    },
    async remove(id: string): Promise<void> {
      try {
        await withModels(openModels, (models) => models.remove(id));
      } catch (error) {
        // It is still listed then.
        log.error('draft: a model could not be removed', error, { id });
      }
      stored = await list();
    },
  };
}

export type KnownModels = ReturnType<typeof createKnownModels>;
