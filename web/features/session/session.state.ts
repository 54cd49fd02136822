import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { patchSessionSchema, SessionDetail } from '#api/contract/session.ts';
import { sessionListKey } from '#web/features/library/use-session-list.ts';
import { api, isApiError } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { mergePoll } from './session.rules.ts';

export const sessionDetailKey = (id: string) => ['session', 'detail', id];

const put = (client: QueryClient, id: string, incoming: SessionDetail): SessionDetail =>
  mergePoll(client.getQueryData<SessionDetail>(sessionDetailKey(id)), incoming);

/**
 * An open session, polled as §4 says. The browser asks with the ETag of what it has, so that an unchanged session costs a
 * 304; unchanged parts keep their identity. What is gone is not asked for again.
 */
export function useSession(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: sessionDetailKey(id),
    queryFn: async ({ signal }) => {
      const response = await api.v1.sessions[':id'].$get({ param: { id } }, { init: { signal } });
      return put(client, id, await response.json());
    },
    refetchInterval: ({ state }) =>
      isApiError(state.error, 'session.not_found') ? false : timings.sessionPollMs,
  });
}

/** Changes fields of a session. A poll that was under way meanwhile is dropped: its answer is older. */
export function usePatchSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: z.input<typeof patchSessionSchema>) =>
      (await api.v1.sessions[':id'].$patch({ param: { id }, json })).json(),
    onSuccess: async (changed) => {
      await client.cancelQueries({ queryKey: sessionDetailKey(id) });
      client.setQueryData(sessionDetailKey(id), put(client, id, changed));
      void client.invalidateQueries({ queryKey: sessionListKey });
    },
  });
}

/** §4: after recording-complete the session is `preparing` here until the server says more. */
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
