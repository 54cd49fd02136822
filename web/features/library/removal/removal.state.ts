import { t } from 'i18next';
import { useSnapshot } from 'valtio';
import { localStore } from '#web/lib/browser-storage.ts';
import { responseToError } from '#web/lib/api-error.ts';
import { idsOf, userState } from '#web/features/user/index.ts';
import { api, tokens } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { tabLocks } from '#web/lib/tab-locks.ts';
import { timings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import type { RemovedSession } from './delete-sessions.ts';
import { createLeftRemovals } from './left-removals.ts';
import { createRemoval } from './removal.ts';
import { withoutRows, type SessionRows } from '#web/features/library/session-pages.rules.ts';
import { sessionDetailKey, sessionListKey } from '#web/parts/session/session.state.ts';

/**
 * Deletes a session while the page closes. The request is sent before this function returns, and with the current
 * token, because later requests are lost with the page.
 */
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

const left = createLeftRemovals({
  storage: () => localStore,
  tab: () => crypto.randomUUID(),
  locks: 'locks' in navigator ? tabLocks : null,
  nowMs: () => Date.now(),
});

const removal = createRemoval({
  toasts,
  t,
  undoMs: () => timings.undoMs,
  send: (id) => api.v1.sessions[':id'].$delete({ param: { id } }),
  sendLeaving,
  window,
  keep(ids) {
    // Without a person the entry stays as it is, until its deletions are answered.
    if (userState.user || ids.length === 0) left.keep(userState.user?.id ?? '', ids);
  },
  onRemoved(ids) {
    queryClient.setQueriesData<SessionRows>(
      { queryKey: sessionListKey },
      (rows) => rows && withoutRows(rows, ids),
    );
    for (const id of ids) queryClient.removeQueries({ queryKey: sessionDetailKey(id) });
  },
});

/**
 * Hides sessions in all lists at once, and shows a message that can undo it for `timings.undoMs`. After that time, or
 * when the page closes, the sessions are deleted. Sessions that could not be deleted reappear with a message.
 */
export const removeSessions = (sessions: readonly RemovedSession[]): void => removal.remove(sessions);

/**
 * Removes again, with the usual message, what closed tabs of this person have removed and could not delete any more.
 */
export const resumeRemovals = (): Promise<void> =>
  left
    .take(userState.user ? idsOf(userState.user) : [], (ids) =>
      removal.remove(ids.map((id) => ({ id, title: '' }))),
    )
    // The device stores nothing, so nothing is left.
    .catch(() => {});

export const undoRemoval = (): boolean => removal.undoLast();

/** Sends the deletions that could still be undone. Called before a sign-out. */
export const settleRemovals = (): Promise<void> => removal.settle();

export const useRemovals = () => useSnapshot(removal.state);
