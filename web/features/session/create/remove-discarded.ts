import type { SessionDetail } from '#api/contract/session.ts';
import { api } from '#web/lib/http.ts';
import { bodyOf } from '#web/parts/session/session-answer.rules.ts';

/**
 * Removes the session that a recording had created and that is empty, because the recording was discarded. Notes keep it, and
 * so does whatever it got elsewhere meanwhile. Without a connection it stays, and the person can delete it in the library.
 */
export async function removeDiscarded(of: { sessionId: string | null; notes: string }): Promise<void> {
  if (of.sessionId !== null && of.notes === '') await removeIfEmpty(of.sessionId, async () => false);
}

/**
 * Removes the session that was made for a phone that did not come. Another name keeps it, and so does all that keeps it in
 * `removeDiscarded`, and a recording that is being sent. Returns true if it is removed.
 */
export async function removeUnused(of: { id: string; title: string; notes: string }): Promise<boolean> {
  if (of.notes !== '') return false;
  return removeIfEmpty(of.id, async ({ title }) => {
    const { uploads } = await (await api.v1.uploads.$get({})).json();
    return title !== of.title || uploads.some(({ session_id }) => session_id === of.id);
  });
}

async function removeIfEmpty(
  id: string,
  isKept: (session: SessionDetail) => Promise<boolean>,
): Promise<boolean> {
  const one = api.v1.sessions[':id'];
  const param = { id };
  try {
    const session = await bodyOf(await one.$get({ param, query: {} }));
    const { audio, notes, transcript } = session;
    if (audio !== null || transcript !== null || notes.text !== '' || (await isKept(session))) return false;
    await one.$delete({ param });
    return true;
  } catch {
    // There is no connection, or somebody else has deleted it.
    return false;
  }
}
