import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import { creationKeyHeader } from '#api/contract/session-terms.ts';
import type { SentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import { completeRecording } from '#web/parts/recording/complete-recording.ts';
import { createScope } from '#web/lib/scope.ts';
import { api, apiHeaders, isApiError, tokens } from '#web/lib/http.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { toSendable, withoutRefused } from './session-draft.rules.ts';
import type { SignInGateDeps } from './sign-in-gate.ts';
import type { SessionWords } from '#web/features/recording/state/recording.rules.ts';
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
  /** Changes name and language of a session. */
  describeSession(id: string, words: Partial<SessionWords>, signal: AbortSignal): Promise<void>;
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

async function describe(id: string, words: Partial<SessionWords>, signal: AbortSignal): Promise<void> {
  await api.v1.sessions[':id'].$patch({ param: { id }, json: words }, { init: { signal } });
}

/** True if this phone may record for the person without a sign-in. */
const isLetIn = (userId: string, pairingId: string | undefined): boolean => {
  const pass = phonePass.read();
  if (!pass?.grant || pass.grant.token === null) return false;
  return pass.grant.userId === userId && (pairingId === undefined || pairingId === pass.pairingId);
};

/**
 * Returns the calls to the server for one person, by our id. They need that person to be signed in, here or in another
 * tab, or a pass of that person. `pairingId` names the only pass with which a recording may be sent, because another one is for
 * another session.
 */
export const serverPort = (userId: string, pairingId?: string): ServerPort => ({
  headers: apiHeaders,
  isSignedIn() {
    const access = tokens.read()?.access;
    return access === undefined ? isLetIn(userId, pairingId) : isTokenOf(access, userId);
  },
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
      // The session was created, but the answer was lost: without the refused options, or under its former name.
      if (error.code === 'session.key_reused' && error.body?.session_id) {
        const { session_id: id } = error.body;
        await describe(id, { title: sendable.title, language: sendable.language }, signal).catch(() => {});
        return id;
      }
      const without = withoutRefused(sendable, error);
      if (!without) throw error;
      return await create(without);
    }
  },
  describeSession: describe,
  async saveNotes(id, notes, signal) {
    const asGuest = tokens.read() === null;
    try {
      const call = { param: { id }, json: { notes } };
      const response = await api.v1.sessions[':id'].$patch(call, { init: { signal } });
      const { rev } = (await response.json()).notes;
      // The server has added a guest's notes to those of others, which the guest never reads. Revision 0 makes it report a conflict if the
      // person goes on with a sign-in, and both texts are merged.
      return { rev: asGuest ? 0 : rev };
    } catch (error) {
      const have = isApiError(error, 'session.notes_conflict') ? error.body?.have : undefined;
      if (have && 'rev' in have) return { have };
      throw error;
    }
  },
  async putDraft(id, draft, signal) {
    // A phone without a sign-in may not. Its draft comes with the recording, and the desktop gets it as events.
    if (tokens.read() === null) return;
    await api.v1.sessions[':id'].draft.$put({ param: { id }, json: draft }, { init: { signal } });
  },
  complete: completeRecording,
});
