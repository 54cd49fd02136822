import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { sessionListKey } from '#web/parts/session/session.state.ts';
import { sessionAheadKey, sessionDetailKey } from '#web/parts/session/session.state.ts';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { asCancelled, asQueued } from './processing.rules.ts';

/** Called if the server refuses the request, even if the button that started it has left the screen. */
type OnRefused = (error: unknown) => void;

/** Starts work on a session: results, corrections, a new transcript, or a retry after an error. */
export function useProcess(id: string, onRefused?: OnRefused) {
  return useAhead(
    id,
    async (json: Partial<ProcessRequest>) =>
      (await api.v1.sessions[':id'].process.$post({ param: { id }, json })).json(),
    asQueued,
    onRefused,
  );
}

export function useCancel(id: string, onRefused?: OnRefused) {
  return useAhead<void>(
    id,
    async () => (await api.v1.sessions[':id'].cancel.$post({ param: { id }, json: {} })).json(),
    asCancelled,
    onRefused,
  );
}

/**
 * Cancels some results. The cached session stays as it is until the answer, because only the server knows whether a
 * former version of a result reappears.
 */
export function useCancelWords(id: string, onRefused?: OnRefused) {
  return useAhead<readonly string[]>(
    id,
    async (labels) =>
      (await api.v1.sessions[':id'].cancel.$post({ param: { id }, json: { options: [...labels] } })).json(),
    (session) => session,
    onRefused,
  );
}

/**
 * Creates a mutation whose expected outcome is shown before the server has answered. If the server refuses, the former
 * state is shown again.
 */
function useAhead<Request>(
  id: string,
  send: (request: Request) => Promise<SessionDetail>,
  ahead: (session: SessionDetail, request: Request) => SessionDetail,
  onRefused?: OnRefused,
) {
  const client = useQueryClient();
  const queryKey = sessionDetailKey(id);
  return useMutation({
    mutationKey: sessionAheadKey(id),
    // Requests of a session are sent one after the other, so that the last one decides.
    scope: { id: `process ${id}` },
    mutationFn: send,
    onMutate: async (request) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<SessionDetail>(queryKey);
      if (before) client.setQueryData(queryKey, ahead(before, request));
      return before;
    },
    onError: (error, _request, before) => {
      onRefused?.(error);
      if (before) client.setQueryData(queryKey, before);
      void client.invalidateQueries({ queryKey });
    },
    onSuccess: async (answer) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, answer);
      void client.invalidateQueries({ queryKey: sessionListKey });
    },
  });
}

/** Status of the server's transcription engine; null until it is known. It is polled while work waits for the engine. */
export function useEngineHealth() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const response = await api.v1.health.$get({}, { init: { signal } });
      return (await response.json()).parts.transcription;
    },
    refetchInterval: timings.sessionPollMs,
  });
  return data ?? null;
}
