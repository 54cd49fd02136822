import { creationKeyHeader, type SessionDraft } from '#api/contract/session.ts';
import { api, isApiError } from '#web/lib/http.ts';

/**
 * Creates a session, once for each key (a UUID), and returns its id. After a lost answer the caller repeats the call
 * with the same key, so that no second session is created. If the draft has changed since the first call, the session
 * of the key is updated.
 * @throws ApiError `session.gone`: the session of this key was deleted. A new session needs a new key.
 */
export async function createSession(
  session: SessionDraft,
  key: string,
  signal?: AbortSignal,
): Promise<string> {
  const init = signal ? { signal } : {};
  try {
    const headers = { [creationKeyHeader]: key };
    return (await (await api.v1.sessions.$post({ json: { session } }, { headers, init })).json()).id;
  } catch (error) {
    const id = isApiError(error, 'session.key_reused') ? error.body?.session_id : undefined;
    if (id === undefined) throw error;
    await api.v1.sessions[':id'].$patch({ param: { id }, json: session }, { init });
    return id;
  }
}
