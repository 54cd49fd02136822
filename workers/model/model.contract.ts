import type { OfferedModel } from '#api/contract/model.ts';

/** A model on this device. It is not whole while it is fetched, or after that was interrupted. */
export type StoredModel = { model: OfferedModel; storedBytes: number; isWhole: boolean };

/**
 * Why a model is not on the device. `none`: the browser offers no storage. `full`: there is no room. `interrupted`: no
 * more bytes came; the next download goes on where this one ended. `missing`: the server does not have the file.
 * `wrong_digest`: the bytes are not those that the server announced; they were thrown away.
 */
export type ModelRefusal = 'none' | 'full' | 'interrupted' | 'missing' | 'wrong_digest';

/** Progress of the whole model. Bytes that were on the device before count. */
export type ModelProgress = { doneBytes: number; totalBytes: number };

export type ModelContract = {
  /** Resolves to null when the whole model is on the device. */
  download: { input: { model: OfferedModel }; output: ModelRefusal | null; event: ModelProgress };
  list: { input: undefined; output: StoredModel[] };
  remove: { input: { id: string }; output: undefined };
};
