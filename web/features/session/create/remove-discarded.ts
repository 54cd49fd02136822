import { api } from '#web/lib/http.ts';

/**
 * Removes the session that a recording had created and that is empty, because the recording was discarded. Notes keep it.
 * Without a connection it stays, and the person can delete it in the library.
 */
export async function removeDiscarded(of: { sessionId: string | null; notes: string }): Promise<void> {
  if (of.sessionId === null || of.notes !== '') return;
  await api.v1.sessions[':id'].$delete({ param: { id: of.sessionId } }).catch(() => {});
}
