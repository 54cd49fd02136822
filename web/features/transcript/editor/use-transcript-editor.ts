import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { subscribeKey } from 'valtio/utils';
import type { SessionDetail } from '#api/contract/session.ts';
import {
  confirmSession,
  patchQuietly,
  refreshSession,
  sessionDetailKey,
} from '#web/parts/session/session.state.ts';
import { idsOfOwner, refuseOtherPerson, userState } from '#web/features/user/index.ts';
import { timings } from '#web/lib/time.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { createEditOutbox } from './edit-store.ts';
import type { KnownTranscript } from './server-transcript.ts';
import type { TranscriptEditor } from './transcript-editor.ts';
import { createTranscriptEditor } from './transcript-editor.state.ts';
import { editors } from './open-editors.ts';

/**
 * Returns the editor of a session's transcript for the signed-in person; null if there is no transcript. The editor
 * exists for a while after the screen is closed, so that changes can be undone after a visit to another tab.
 */
export function useTranscriptEditor(session: SessionDetail): TranscriptEditor | null {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, user_id: owner } = session;
  const key = session.transcript ? `${owner} ${id}` : '';
  const lease = useOwned(key, () =>
    editors.lease(key, () =>
      openEditor(client, id, owner, (count) =>
        toasts.add({ kind: 'info', text: t('transcript.edit.lost', { count }) }),
      ),
    ),
  );
  return session.transcript ? (lease?.value ?? null) : null;
}

subscribeKey(userState, 'user', (user) => {
  if (!user) editors.closeUnseen();
});

export const newEditId = (): string => `n${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

function openEditor(
  client: QueryClient,
  id: string,
  owner: string,
  onLost: (count: number) => void,
): TranscriptEditor | null {
  const cache = client.getQueryCache();
  const queryKey = sessionDetailKey(id);
  const known = (): KnownTranscript | null => {
    const session = client.getQueryData<SessionDetail>(queryKey);
    return session?.transcript ? { edits: session.edits, transcript: session.transcript } : null;
  };
  const first = known();
  if (!first) return null;
  return createTranscriptEditor(first, {
    known,
    onKnown: (listener) =>
      cache.subscribe(({ query, type }) => {
        if (type === 'updated' && query.queryKey[1] === queryKey[1] && query.queryKey[2] === id) listener();
      }),
    refresh: () => refreshSession(client, id),
    accept: ({ edits, transcript }) => confirmSession(client, id, { edits, transcript }),
    send(edits, isLast) {
      refuseOtherPerson(owner);
      return patchQuietly(id, { edits }, isLast);
    },
    outbox: createEditOutbox(() => idsOfOwner(owner), id, crypto.randomUUID()),
    durationS: () => client.getQueryData<SessionDetail>(queryKey)?.duration ?? 0,
    onLost,
    page: { window, document },
    timings,
    now: () => performance.now(),
    newId: newEditId,
  });
}
