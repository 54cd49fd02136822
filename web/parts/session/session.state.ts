import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { EditsPatch } from '#api/contract/edits.ts';
import type { patchSessionSchema, SessionChange, SessionDetail } from '#api/contract/session.ts';
import { api, isApiError } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { bodyOf, isChange, toChange } from './session-answer.rules.ts';
import { haveOf, mergePoll } from './session.rules.ts';

export const sessionListKey = ['session', 'list'];

export const sessionDetailKey = (id: string) => ['session', 'detail', id];
/** Key of the mutations whose expected outcome is shown before the server has answered. */
export const sessionAheadKey = (id: string) => ['session', 'ahead', id];

const put = (client: QueryClient, id: string, incoming: SessionDetail): SessionDetail =>
  mergePoll(client.getQueryData<SessionDetail>(sessionDetailKey(id)), incoming);

const queryOf = (client: QueryClient, id: string) => ({
  queryKey: sessionDetailKey(id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const have = haveOf(client.getQueryData<SessionDetail>(sessionDetailKey(id)));
    const ask = async (query: { have?: string | undefined }) =>
      bodyOf(await api.v1.sessions[':id'].$get({ param: { id }, query }, { init: { signal } }));
    const answer = await ask(have === undefined ? {} : { have });
    // If the cache has changed during the request, the transcript that the server left out is missing. It is then
    // fetched.
    const isHere = haveOf(client.getQueryData<SessionDetail>(sessionDetailKey(id))) === have;
    const whole = answer.transcript_unchanged && !isHere ? await ask({}) : answer;
    // While a mutation with `sessionAheadKey` runs, an older answer must not overwrite what the mutation shows.
    const shown = client.getQueryData<SessionDetail>(sessionDetailKey(id));
    const isAhead = client.isMutating({ mutationKey: sessionAheadKey(id) }) > 0;
    return shown && isAhead ? shown : put(client, id, whole);
  },
});

/**
 * Fetches an open session and polls it as §4 says. The browser revalidates with an ETag, so that the server answers 304
 * for an unchanged session. Unchanged parts of the result stay the same objects. Polling ends when the session is
 * deleted. Without `mayRead` nothing is fetched.
 */
export function useSession(id: string, mayRead = true) {
  return useQuery({
    ...queryOf(useQueryClient(), id),
    enabled: mayRead,
    refetchInterval: ({ state }) =>
      isApiError(state.error, 'session.not_found') ? false : timings.sessionPollMs,
  });
}

/** Fetches the session now. Cancels a running fetch, whose answer may be older. */
export async function refreshSession(client: QueryClient, id: string): Promise<SessionDetail> {
  await client.cancelQueries({ queryKey: sessionDetailKey(id) });
  return client.fetchQuery({ ...queryOf(client, id), staleTime: 0 });
}

/** Writes a confirmed change into the cache. Cancels a running poll, whose answer is older. */
export async function confirmSession(
  client: QueryClient,
  id: string,
  change: Partial<SessionDetail>,
): Promise<void> {
  await client.cancelQueries({ queryKey: sessionDetailKey(id) });
  client.setQueryData<SessionDetail>(sessionDetailKey(id), (session) => session && { ...session, ...change });
}

/**
 * Saves a change without fetching the session again (RFC 7240). `isLast` means that the page is closing. The request
 * then outlives the page, unless it is too large.
 */
export async function patchQuietly(
  id: string,
  json: { edits: EditsPatch } | { notes: { text: string; base: number } },
  isLast = false,
): Promise<SessionChange> {
  const response = await api.v1.sessions[':id'].$patch(
    { param: { id }, json },
    {
      headers: { Prefer: 'return=minimal' },
      init: { keepalive: isLast && JSON.stringify(json).length < maxLastLength },
    },
  );
  return toChange(await response.json());
}

// Largest length of a request that may outlive the page, characters. `keepalive` requests may have 64 KiB together
// (Fetch standard), and a character takes up to three bytes.
const maxLastLength = 20_000;

export async function saveNotes(
  client: QueryClient,
  id: string,
  notes: { text: string; base: number },
  isLast: boolean,
): Promise<SessionDetail['notes']> {
  const { rev } = (await patchQuietly(id, { notes }, isLast)).notes;
  const saved = { text: notes.text, rev };
  await confirmSession(client, id, { notes: saved });
  return saved;
}

export function usePatchSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    // Changes of a session are sent one after the other, so that the last one decides.
    scope: { id: `patch ${id}` },
    mutationFn: async (json: z.input<typeof patchSessionSchema>) => {
      const response = await api.v1.sessions[':id'].$patch({ param: { id }, json });
      return response.json();
    },
    onSuccess: async (changed) => {
      await client.cancelQueries({ queryKey: sessionDetailKey(id) });
      if (!isChange(changed)) client.setQueryData(sessionDetailKey(id), put(client, id, changed));
      void client.invalidateQueries({ queryKey: sessionListKey });
    },
  });
}

/** Shows `preparing` after recording-complete until the server reports more (§4). */
export function usePreparing(id: string) {
  const client = useQueryClient();
  return async (durationS: number) => {
    await client.cancelQueries({ queryKey: sessionDetailKey(id) });
    client.setQueryData<SessionDetail>(
      sessionDetailKey(id),
      (session) => session && { ...session, status: 'preparing', duration: durationS },
    );
    await client.invalidateQueries({ queryKey: ['session'] });
  };
}
