import type { AudioStore } from '#api/storage/audio-store.ts';
import { haveSameBeginning } from '#api/storage/same-beginning.ts';
import type { UploadLocks } from '#api/upload/upload-locks.ts';
import { uploadKey, type UploadStore } from '#api/upload/upload.store.ts';

type Deps = { uploads: UploadStore; uploadLocks: UploadLocks; storage: AudioStore };

/**
 * Removes the tries of a session that were given up, of a tab that was closed, of a device that began anew: uploads whose
 * bytes are the beginning of what was taken. Another one may be all that is left of something: it stays.
 */
export async function removeBeginnings(
  { uploads, uploadLocks, storage }: Deps,
  sessionId: string,
  taken: { key: string; bytes: number },
): Promise<void> {
  for (const { id } of await uploads.ofSession(sessionId)) {
    using _ = await uploadLocks.hold(id);
    // as it is now that nobody writes any more
    const upload = (await uploads.ofSession(sessionId)).find((row) => row.id === id);
    if (!upload) continue;
    const key = uploadKey(id);
    const bytes = Math.min(upload.offset, (await storage.size(key)) ?? 0);
    if (bytes > taken.bytes || !(await haveSameBeginning(storage, [key, taken.key], bytes))) continue;
    await uploads.remove(id);
    await storage.remove(key);
  }
}
