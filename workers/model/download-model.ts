import { limits } from '#api/contract/limits.ts';
import type { ModelFile, OfferedModel } from '#api/contract/model.ts';
import { fetchFile, type Fetching } from './fetch-file.ts';
import type { ModelProgress, ModelRefusal } from './model.contract.ts';
import { isFull, ModelRefused } from './model-file.ts';
import type { ModelStore } from './model-store.ts';

export type DownloadOptions = {
  store: ModelStore;
  /** Returns the room on the device, bytes; null if it is not known. */
  freeBytes(): Promise<number | null>;
  fetch?: Fetching;
  signal: AbortSignal;
  onProgress?: (progress: ModelProgress) => void;
};

/** Room that a model leaves for recordings: the longest one. */
const reservedBytes = limits.maxUploadBytes;

/**
 * Fetches what is missing of a model, and stores it. Returns null when it is whole, else why it is not. Without room, what
 * has come of the file is removed again, because recordings need that room.
 * @throws the signal's reason, and what a broken storage throws
 */
export async function downloadModel(
  model: OfferedModel,
  { store, freeBytes, onProgress = () => {}, ...options }: DownloadOptions,
): Promise<ModelRefusal | null> {
  let doneBytes = 0;
  for (const file of model.files) doneBytes += await store.storedBytes(file);
  const report = createReport(model.bytes, onProgress);
  try {
    const free = await freeBytes();
    const needed = model.bytes - doneBytes;
    if (needed > 0 && free !== null && free < needed + reservedBytes) return 'full';
    await store.begin(model);
    for (const file of model.files) {
      if (await store.has(file)) continue;
      const before = doneBytes - (await store.storedBytes(file));
      await storeFile(store, file, { ...options, onBytes: (bytes) => report(before + bytes) });
      doneBytes = before + file.bytes;
    }
    report(model.bytes);
    return null;
  } catch (error) {
    if (isFull(error)) return 'full';
    if (error instanceof ModelRefused) return error.reason;
    throw error;
  }
}

async function storeFile(
  store: ModelStore,
  file: ModelFile,
  options: Parameters<typeof fetchFile>[2],
): Promise<void> {
  const part = await store.openPart(file);
  try {
    await fetchFile(file, part, options);
  } catch (error) {
    try {
      if (isFull(error)) await part.clear();
    } finally {
      await part.close();
    }
    throw error;
  }
  await part.publish();
}

/** Returns a function that reports each half percent once. */
function createReport(totalBytes: number, onProgress: (progress: ModelProgress) => void) {
  let told = -1;
  return (doneBytes: number): void => {
    const step = Math.floor((200 * doneBytes) / totalBytes);
    if (step === told) return;
    told = step;
    onProgress({ doneBytes, totalBytes });
  };
}
