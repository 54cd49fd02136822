import type { Queue } from '#api/jobs/queue.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import type { UploadStore } from '#api/upload/upload.store.ts';

type Deps = { queue: Queue; sessions: SessionStore; uploads: UploadStore; storage: AudioStore };

/**
 * Stops the work on a session and removes its files. The caller deletes the rows afterwards, so that the keys of the
 * files are not lost in a crash in between. The caller has checked the owner.
 */
export async function clearSession(
  { queue, sessions, uploads, storage }: Deps,
  sessionId: string,
): Promise<void> {
  await queue.cancel(sessionId);
  const audio = await sessions.audioOf(sessionId);
  // The session may have no audio, or the retention may have removed it.
  for (const key of [audio?.storage_key, audio?.former_key, audio?.peaks_key])
    if (key) await storage.remove(key);
  for (const { id } of await uploads.ofSession(sessionId)) {
    await storage.remove(audioKey(id));
    await uploads.remove(id);
  }
}
