import { creationKeyHeader } from '#api/contract/session.ts';
import { completeRecording } from '#web/parts/recording/complete-recording.ts';
import { createScope } from '#web/lib/scope.ts';
import { api, apiHeaders, isApiError, tokens } from '#web/lib/http.ts';
import { toSendable } from './session-draft.rules.ts';
import type { ServerPort } from './recording-deps.ts';
import { isTokenOf } from '#web/lib/token-subject.ts';

/** The server while this person is signed in, here or in another tab. */
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
    const response = await api.v1.sessions.$post({ json: { session: toSendable(session) } }, options);
    return (await response.json()).id;
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
  complete: completeRecording,
});
