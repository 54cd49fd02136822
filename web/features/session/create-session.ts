import { creationKeyHeader, type SessionDraft } from '#api/contract/session.ts';
import { api, isApiError } from '#web/lib/http.ts';

/**
 * Creates a session, once for each key; answers its id. Whoever calls keeps the key (a UUID) until there is an answer, so that a
 * lost one makes no second session. Where the draft has changed since, the session of the key gets what it says now.
 * @throws ApiError `session.gone`: what the key created was deleted; another session needs another key
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
