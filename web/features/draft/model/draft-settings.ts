import { z } from 'zod';

const backendSchema = z.object({
  backend: z.enum(['wasm', 'webgpu']),
  /** Why this back end was chosen: a `BackendReason` of the preview worker. */
  reason: z.string(),
  /** The runtime and the graphics card for which it was chosen (`backendKey`). */
  key: z.string(),
});
/** Where a model ran last: on the processor (`wasm`) or on the graphics card (`webgpu`). */
export type KnownBackend = z.infer<typeof backendSchema>;

const settingsSchema = z.object({
  isOn: z.boolean(),
  /** Size of the largest model whose download the person has agreed to, bytes. */
  agreedBytes: z.number().nonnegative(),
  /** Id of the model that the person has chosen; null to choose by itself. */
  choice: z.string().nullable(),
  /** Measured speeds by the id of the model, times real time. */
  speeds: z.record(z.string(), z.number().positive()),
  /** Where each model ran last, by the id of the model. */
  backends: z.record(z.string(), backendSchema),
});
/** Settings of drafts on this device. */
export type DraftSettings = z.infer<typeof settingsSchema>;

/** Name in local storage. It is never changed. */
const storageKey = 'draftModel';

const defaults: DraftSettings = { isOn: true, agreedBytes: 0, choice: null, speeds: {}, backends: {} };

/**
 * Reads the settings of this device. `change` stores them, or keeps them as long as the page where that is denied. Another tab
 * may have changed what is not in `part`, such as a consent that was taken back.
 */
export function openDraftSettings(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  let settings = read(storage);
  let isStored = true;
  return {
    get value() {
      return settings;
    },
    change(part: Partial<DraftSettings>): void {
      settings = { ...(isStored ? read(storage) : settings), ...part };
      try {
        storage.setItem(storageKey, JSON.stringify(settings));
      } catch {
        // Storage is full or denied.
        isStored = false;
      }
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>): DraftSettings {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : defaults;
  } catch {
    // The stored value is invalid, or storage is denied.
    return defaults;
  }
}
