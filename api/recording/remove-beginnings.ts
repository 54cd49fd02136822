import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { haveSameBeginning } from '#api/storage/same-beginning.ts';
import type { UploadLocks } from '#api/upload/upload-locks.ts';
import type { UploadStore } from '#api/upload/upload.store.ts';

type Deps = { uploads: UploadStore; uploadLocks: UploadLocks; storage: AudioStore };
type StoredAudio = { key: string; bytes: number };

/**
 * Removes uploads of a session whose bytes are the beginning of its audio. A closed tab or a device that began anew leaves such
 * uploads. An upload with other bytes stays, because it may be the only copy of a recording. If an upload cannot be removed,
 * the next call tries again, or the upload expires.
 */
export const removeBeginnings = (deps: Deps, sessionId: string, audio: StoredAudio): Promise<void> =>
  removeEach(deps, sessionId, audio).catch(() => {});

async function removeEach(
  { uploads, uploadLocks, storage }: Deps,
  sessionId: string,
  audio: StoredAudio,
): Promise<void> {
  for (const { id } of await uploads.ofSession(sessionId)) {
    using _ = await uploadLocks.hold(id);
    // The upload is read again under the lock, because it may have changed before.
    const upload = (await uploads.ofSession(sessionId)).find((row) => row.id === id);
    if (!upload) continue;
    const key = audioKey(id);
    const bytes = Math.min(upload.offset, (await storage.size(key)) ?? 0);
    if (bytes > audio.bytes || !(await haveSameBeginning(storage, [key, audio.key], bytes))) continue;
    await uploads.remove(id);
    await storage.remove(key);
  }
}
