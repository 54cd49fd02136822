import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import { creationKeyHeader } from '#api/contract/session-terms.ts';
import type { SentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import { completeRecording } from '#web/parts/recording/complete-recording.ts';
import { createScope } from '#web/lib/scope.ts';
import { api, apiHeaders, isApiError, tokens } from '#web/lib/http.ts';
import { toSendable, withoutRefused } from './session-draft.rules.ts';
import type { SignInGateDeps } from './sign-in-gate.ts';
import { isTokenOf } from '#web/lib/token-subject.ts';

/** Answer of `PATCH /api/v1/sessions/{id}`: the new revision, or after a conflict the server's notes. */
export type NotesAnswer = { rev: number } | { have: { text: string; rev: number } };
export type SaveNotes = (
  sessionId: string,
  notes: { text: string; base: number },
  signal: AbortSignal,
) => Promise<NotesAnswer>;

/** The calls to the server that a recording and a recovery share. */
export type ServerPort = Pick<SignInGateDeps, 'headers' | 'isSignedIn' | 'onChange'> & {
  /** Creates a session and returns its id. Calls with the same key (a UUID) create only one session. */
  createSession(draft: SessionDraft, key: string, signal: AbortSignal): Promise<string>;
  saveNotes: SaveNotes;
  /** Replaces the draft of a session. */
  putDraft(sessionId: string, draft: SentDraft, signal: AbortSignal): Promise<void>;
  complete(
    sessionId: string,
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * Returns the calls to the server for one person, by our id. They need that person to be signed in, here or in another
 * tab.
 */
export const serverPort = (userId: string): ServerPort => ({
  headers: apiHeaders,
  isSignedIn: () => isTokenOf(tokens.read()?.access ?? null, userId),
  onChange(listener) {
    const scope = createScope();
    scope.listen(window, 'storage', listener);
    return () => scope[Symbol.dispose]();
  },
  async createSession(session, key, signal) {
    const options = { init: { signal }, headers: { [creationKeyHeader]: key } };
    const create = async (draft: SessionDraft): Promise<string> =>
      (await (await api.v1.sessions.$post({ json: { session: draft } }, options)).json()).id;
    const sendable = toSendable(session);
    try {
      return await create(sendable);
    } catch (error) {
      if (!isApiError(error)) throw error;
      // The session was created without the refused options, and the answer was lost.
      if (error.code === 'session.key_reused' && error.body?.session_id) return error.body.session_id;
      const without = withoutRefused(sendable, error);
      if (!without) throw error;
      return await create(without);
    }
  },
  async saveNotes(id, notes, signal) {
    try {
      const call = { param: { id }, json: { notes } };
      const response = await api.v1.sessions[':id'].$patch(call, { init: { signal } });
      return { rev: (await response.json()).notes.rev };
    } catch (error) {
      const have = isApiError(error, 'session.notes_conflict') ? error.body?.have : undefined;
      if (have && 'rev' in have) return { have };
      throw error;
    }
  },
  async putDraft(id, draft, signal) {
    await api.v1.sessions[':id'].draft.$put({ param: { id }, json: draft }, { init: { signal } });
  },
  complete: completeRecording,
});
