import type { Queue } from '#api/jobs/queue.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { uploadKey, type UploadStore } from '#api/upload/upload.store.ts';

type Deps = { queue: Queue; sessions: SessionStore; uploads: UploadStore; storage: AudioStore };

/** Stops the work on a session and removes its files; its rows go after. The caller has checked whose it is. */
export async function clearSession(
  { queue, sessions, uploads, storage }: Deps,
  sessionId: string,
): Promise<void> {
  await queue.cancel(sessionId);
  const audio = await sessions.audioOf(sessionId);
  const keys = [audio?.storage_key, audio?.peaks_key].filter((key) => key !== null && key !== undefined);
  for (const { id } of await uploads.ofSession(sessionId)) {
    await uploads.remove(id);
    keys.push(uploadKey(id));
  }
  for (const key of keys) await storage.remove(key);
}
