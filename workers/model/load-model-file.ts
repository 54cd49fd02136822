import type { ModelFile } from '#api/contract/model.ts';
import { orNull, readFile } from '#workers/store/opfs-folder.ts';
import { fetchFile, type FetchOptions } from './fetch-file.ts';
import { createMemoryPart } from './model-file.ts';
import { modelRoot } from './model-store.ts';

/** Returns a verified file of this device; null if it is not there, or if the browser offers no storage. */
export async function storedModelFile({ sha256, bytes }: ModelFile): Promise<File | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await orNull(root.getDirectoryHandle(modelRoot));
    const file = folder && (await readFile(folder, sha256));
    return file?.size === bytes ? file : null;
  } catch {
    return null;
  }
}

/**
 * Loads a model file into memory, for an engine: from this device, else from the server, verified. It works without storage
 * and with a full one; then each visit fetches the file again.
 * @throws ModelRefused `interrupted`, `missing`, `wrong_digest`; the signal's reason
 */
export async function loadModelFile(
  file: ModelFile,
  options: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await storedModelFile(file);
  if (stored) return new Uint8Array(await stored.arrayBuffer());
  const part = createMemoryPart(file);
  await fetchFile(file, part, options);
  return part.whole();
}
