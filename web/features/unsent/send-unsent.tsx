import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { patchQuietly, sessionDetailKey, sessionListKey } from '#web/parts/session/session.state.ts';
import { networkState } from '#web/features/network/index.ts';
import { createNotesStore, notesLocks, sendNotes } from '#web/features/notes/index.ts';
import { isTokenOf } from '#web/lib/token-subject.ts';
import { createEditStore, editLocks, newEditId, sendEdits } from '#web/features/transcript/index.ts';
import { idsOf, type User, userState } from '#web/features/user/index.ts';
import { bodyOf } from '#web/parts/session/session-answer.rules.ts';
import { isPassing } from '#web/lib/http.rules.ts';
import { api, isApiError, tokens } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { createScope, type Scope } from '#web/lib/scope.ts';
import { tabLocks } from '#web/lib/tab-locks.ts';
import { timings } from '#web/lib/time.ts';
import { setDiscard } from './unsent.state.ts';
import { watchUnsent } from './unsent-watch.ts';

/** Delay before entries that could not be sent are tried again, ms. They are tried earlier if the connection returns. */
const againMs = 60_000;

/** Sends the notes and edits of closed tabs while a person is signed in. It is mounted on every screen. */
export function SendUnsent() {
  const client = useQueryClient();
  const { user } = useSnapshot(userState);
  const { id, sub } = user ?? {};
  useEffect(() => {
    if (id === undefined || sub === undefined) return;
    const scope = createScope();
    startDelivery(scope, client, { id, sub });
    return () => scope[Symbol.dispose]();
  }, [client, id, sub]);
  return null;
}

function startDelivery(scope: Scope, client: QueryClient, user: Pick<User, 'id' | 'sub'>): void {
  const refresh = (session: string) => {
    void client.invalidateQueries({ queryKey: sessionDetailKey(session) });
    void client.invalidateQueries({ queryKey: sessionListKey });
  };
  const { discard } = watchUnsent(scope, {
    users: idsOf(user),
    locks: tabLocks,
    isSignedIn: () => isTokenOf(tokens.read()?.access ?? null, user.id),
    isGone: (error) => isApiError(error, 'session.not_found'),
    // An answer that does not come from this server is no refusal of the entry.
    isPassing: (error) =>
      !isApiError(error) || isPassing(error.status) || error.code === 'network.unexpected',
    notes: {
      store: createNotesStore(),
      names: notesLocks,
      async deliver(session, kept, keep) {
        const send = (notes: { text: string; base: number }) => patchQuietly(session, { notes });
        const left = await sendNotes(kept, { send, keep });
        if (left === null) refresh(session);
        return left;
      },
    },
    edits: {
      store: createEditStore(),
      names: editLocks,
      async deliver(session, kept) {
        const left = await sendEdits(kept, {
          async read() {
            const call = { param: { id: session }, query: {} };
            const { edits, transcript } = await bodyOf(await api.v1.sessions[':id'].$get(call));
            return transcript ? { edits, transcript } : null;
          },
          send: (edits) => patchQuietly(session, { edits }),
          newId: newEditId,
        });
        if (left !== undefined) refresh(session);
        return left;
      },
    },
    page: { window, document },
    onBack: (listener) =>
      subscribeKey(networkState, 'status', (status) => {
        if (status === 'ok') listener();
      }),
    lookEveryMs: timings.lookForKeptMs,
    againMs,
    now: () => performance.now(),
    onFailure: (error) => log.warn('unsent: looking for it failed', { error: String(error) }),
  });
  setDiscard(discard);
  scope.defer(() => setDiscard(null));
}
