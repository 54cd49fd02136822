import { api } from '#web/lib/http.ts';
import { bodyOf } from '#web/parts/session/session-answer.rules.ts';

/**
 * Removes the session that a recording had created and that is empty, because the recording was discarded. Notes keep it, and
 * so does whatever it got elsewhere meanwhile. Without a connection it stays, and the person can delete it in the library.
 */
export async function removeDiscarded(of: { sessionId: string | null; notes: string }): Promise<void> {
  if (of.sessionId === null || of.notes !== '') return;
  const one = api.v1.sessions[':id'];
  const param = { id: of.sessionId };
  try {
    const { audio, notes, transcript } = await bodyOf(await one.$get({ param, query: {} }));
    if (audio === null && transcript === null && notes.text === '') await one.$delete({ param });
  } catch {
    // There is no connection, or somebody else has deleted it.
  }
}
