import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import { creationKeyHeader } from '#api/contract/session-terms.ts';
import type { SentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import { completeRecording } from '#web/parts/recording/complete-recording.ts';
import { createScope } from '#web/lib/scope.ts';
import { api, ApiError, apiHeaders, isApiError, tokens } from '#web/lib/http.ts';
import { passHeader } from '#web/lib/pass-header.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { createFinishedPhone } from './finished-phone.ts';
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
  /**
   * Resolves when the server says that the pairing has ended because it has the whole recording. From then on it takes from this phone
   * only a repeated `complete`, because the first answer may have been lost. Stays pending for a signed-in person.
   */
  whenFinished(signal: AbortSignal): Promise<void>;
  /**
   * True from the time at which `whenFinished` resolves until the token of the pass is removed. Always false for a signed-in person.
   */
  isFinished(): boolean;
  /**
   * Notes that this device has something unsent that the server takes no more (`isFinished`). Once each `complete` of this port has its
   * answer, the token of the pass is removed, so that the rest waits for a sign-in. Does nothing before `isFinished`.
   */
  leaveRest(): void;
  complete(
    sessionId: string,
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
};

/**
 * Returns the calls to the server for one person, by our id. That person must be signed in, here or in another tab. With `pairingId` the
 * recordings are those that this phone has made in that pairing without a sign-in. They can also be sent by the pass of that pairing,
 * even if another person is signed in, but by no other pass.
 */
export function serverPort(userId: string, pairingId?: string): ServerPort {
  const isOwner = () => isTokenOf(tokens.read()?.access ?? null, userId);
  const grant = () => {
    const pass = phonePass.read();
    return pass?.pairingId === pairingId && pass?.grant?.userId === userId ? pass.grant : null;
  };
  /** True if this phone has a token with which it may send recordings of this person. */
  const hasPassToken = () => (grant()?.token ?? null) !== null;
  const isSignedIn = () => isOwner() || hasPassToken();
  /** Returns the header with the token of the pass if calls are sent by the pass; otherwise no header. */
  const asPhone = () =>
    pairingId !== undefined && !isOwner() && hasPassToken() ? passHeader(pairingId) : {};
  /**
   * Returns the same header for one call. @throws ApiError if neither the sign-in nor the pass is there: a recording of a pairing is not
   * sent with the sign-in of another person
   */
  function authorization(): Record<string, string> {
    if (pairingId !== undefined && !isSignedIn()) throw new ApiError('auth.required', 401);
    return asPhone();
  }
  /** True if the server has the whole recording of this phone, and takes only a repeated `complete` from it. */
  const isFinished = () => !isOwner() && hasPassToken() && grant()?.isFinished === true;
  const { creating, completing, leaveRest } = createFinishedPhone({
    isFinished,
    end() {
      const token = grant()?.token;
      if (token) phonePass.end(token);
    },
  });
  return {
    headers: (refused) => apiHeaders(refused, asPhone),
    isSignedIn,
    onChange(listener) {
      const scope = createScope();
      scope.listen(window, 'storage', listener);
      return () => scope[Symbol.dispose]();
    },
    whenFinished(signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (pairingId === undefined || signal.aborted) return promise;
      const look = () => isFinished() && resolve();
      look();
      signal.addEventListener('abort', phonePass.subscribe(look), { once: true });
      return promise;
    },
    isFinished,
    leaveRest,
    createSession: (session, key, signal) =>
      creating(async () => {
        const header = authorization();
        if (pairingId !== undefined) phonePass.noteBegun(pairingId, key);
        const id = await createSession(session, { key, signal, authorization: header });
        if (pairingId !== undefined) phonePass.noteCreated(pairingId, key, id);
        return id;
      }),
    describeSession: async (id, words, signal) =>
      await describe(id, words, { signal, authorization: authorization() }),
    saveNotes: async (id, notes, signal) =>
      await saveNotes(id, notes, { signal, authorization: authorization() }),
    async putDraft(id, draft, signal) {
      // The server refuses this call from a phone without a sign-in. Such a phone sends its draft with `recording-complete`, and the
      // desktop receives the draft as reports of the pairing.
      if (!isOwner()) return;
      await api.v1.sessions[':id'].draft.$put({ param: { id }, json: draft }, { init: { signal } });
    },
    complete: (id, metadata, peaks, signal) =>
      completing(id, signal, async () => {
        await completeRecording(id, metadata, peaks, signal, authorization());
        if (pairingId !== undefined) phonePass.noteSent(pairingId, id);
      }),
  };
}

/** `authorization`: the header with the pass of a phone; empty for a signed-in person. */
type CallOptions = { signal: AbortSignal; authorization: Record<string, string> };

const describe = async (
  id: string,
  words: Partial<SessionWords>,
  { signal, authorization }: CallOptions,
): Promise<void> => {
  const call = { param: { id }, json: words };
  await api.v1.sessions[':id'].$patch(call, { init: { signal }, headers: authorization });
};

async function createSession(
  session: SessionDraft,
  { key, signal, authorization }: CallOptions & { key: string },
): Promise<string> {
  const options = { init: { signal }, headers: { [creationKeyHeader]: key, ...authorization } };
  const create = async (draft: SessionDraft): Promise<string> =>
    (await (await api.v1.sessions.$post({ json: { session: draft } }, options)).json()).id;
  const sendable = toSendable(session);
  try {
    return await create(sendable);
  } catch (error) {
    if (!isApiError(error)) throw error;
    // An earlier call has created the session, and its answer was lost. That call may have left out refused options or had a former name.
    if (error.code === 'session.key_reused' && error.body?.session_id) {
      const { session_id: id } = error.body;
      const words = { title: sendable.title, language: sendable.language };
      await describe(id, words, { signal, authorization }).catch(() => {});
      return id;
    }
    const without = withoutRefused(sendable, error);
    if (!without) throw error;
    return await create(without);
  }
}

async function saveNotes(
  id: string,
  notes: { text: string; base: number },
  { signal, authorization }: CallOptions,
): Promise<NotesAnswer> {
  const asGuest = tokens.read() === null || 'authorization' in authorization;
  try {
    const call = { param: { id }, json: { notes } };
    const response = await api.v1.sessions[':id'].$patch(call, {
      init: { signal },
      headers: authorization,
    });
    const { rev } = (await response.json()).notes;
    // The server appends the notes of a phone without a sign-in to the stored ones, which such a phone cannot read. Revision 0 makes the
    // server report a conflict if a person signs in and goes on, and both texts are merged.
    return { rev: asGuest ? 0 : rev };
  } catch (error) {
    const have = isApiError(error, 'session.notes_conflict') ? error.body?.have : undefined;
    if (have && 'rev' in have) return { have };
    throw error;
  }
}
