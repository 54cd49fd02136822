import { t } from 'i18next';
import { useSnapshot } from 'valtio';
import { responseToError } from '#web/lib/api-error.ts';
import { api, tokens } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { timings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { createRemoval, type RemovedSession } from './removal.ts';
import { withoutRows, type SessionRows } from '#web/features/library/session-pages.rules.ts';
import { sessionDetailKey, sessionListKey } from '#web/parts/session/session.state.ts';

/** Nothing may be waited for, not even a fresh token: what is not sent when this returns is never sent. */
async function sendLeaving(id: string): Promise<void> {
  const access = tokens.read()?.access;
  const response = await fetch(api.v1.sessions[':id'].$url({ param: { id } }), {
    method: 'DELETE',
    keepalive: true,
    headers: {
      'x-client-host': location.hostname,
      ...(access ? { authorization: `Bearer ${access}` } : {}),
    },
  });
  if (!response.ok) throw await responseToError(response);
}

/** Lives as long as the page. */
const removal = createRemoval({
  toasts,
  t,
  undoMs: () => timings.undoMs,
  send: (id) => api.v1.sessions[':id'].$delete({ param: { id } }),
  sendLeaving,
  window,
  onRemoved(ids) {
    queryClient.setQueriesData<SessionRows>(
      { queryKey: sessionListKey },
      (rows) => rows && withoutRows(rows, ids),
    );
    for (const id of ids) queryClient.removeQueries({ queryKey: sessionDetailKey(id) });
  },
});

/**
 * Hides sessions from every list at once and says so in one message that can undo it for `timings.undoMs`; then they are
 * deleted, and at once when the page goes before that. What could not be deleted comes back with a message.
 */
export const removeSessions = (sessions: readonly RemovedSession[]): void => removal.remove(sessions);

/** Takes the latest removal back; false where none can be. */
export const undoRemoval = (): boolean => removal.undoLast();

/** Deletes now what could still be undone: before a sign-out, after which nobody could. */
export const settleRemovals = (): Promise<void> => removal.settle();

/** What no list shows, and what came back last. */
export const useRemovals = () => useSnapshot(removal.state);
