/** Requests persistent storage. Some browsers answer at once, others ask the person. */
export const persistStorage = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false;

/** Returns whether the browser keeps what is stored until the person removes it. */
export const isStoragePersistent = async (): Promise<boolean> =>
  (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
