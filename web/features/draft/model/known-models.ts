import type { OfferedModel } from '#api/contract/model.ts';
import type { DeviceModels } from '#workers/model/model.client.ts';
import type { StoredModel } from '#workers/model/model.contract.ts';

export type KnownModelsDeps = { openModels(): DeviceModels; listOffered(): Promise<OfferedModel[]> };

/** Knows which models the server offers and which are on this device, as it was found out last. */
export function createKnownModels({ openModels, listOffered }: KnownModelsDeps) {
  let offered: OfferedModel[] | null = null;
  let stored: StoredModel[] = [];
  let isUnreachable = false;
  return {
    /** `offered` is null if the server has not answered yet. */
    models: () => ({ offered, stored }),
    /** Whether the last question to the server had no answer. */
    get isUnreachable() {
      return isUnreachable;
    },
    /** Whether enough is known for a plan. */
    get isEnough() {
      return offered !== null || stored.some(({ isWhole }) => isWhole);
    },
    find: (id: string | null): OfferedModel | null =>
      offered?.find((model) => model.id === id) ?? stored.find(({ model }) => model.id === id)?.model ?? null,
    async readDevice(): Promise<void> {
      using models = openModels();
      stored = await models.list();
    },
    async askServer(): Promise<void> {
      const answer = await listOffered().catch(() => null);
      isUnreachable = answer === null;
      offered = answer ?? offered;
    },
    async remove(id: string): Promise<void> {
      using models = openModels();
      await models.remove(id);
      stored = await models.list();
    },
  };
}

export type KnownModels = ReturnType<typeof createKnownModels>;
