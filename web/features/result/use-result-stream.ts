import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { proxy, useSnapshot } from 'valtio';
import { refreshSession, sessionAheadKey } from '#web/parts/session/session.state.ts';
import { followEvents } from '#web/lib/event-stream.ts';
import { apiHeaders } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { createResultStream, type ResultStream, type ResultStreamState } from './result-stream.state.ts';

const nothingYet = proxy<ResultStreamState>({ text: null, isLinked: null });
const nobody = (): ResultStream => ({ state: nothingYet, [Symbol.dispose]: () => {} });

/** Streams a result in progress while it is shown. Waits until the server has confirmed the request. */
export function useResultStream(sessionId: string, label: string): ResultStreamState {
  const client = useQueryClient();
  const isAsked = useIsMutating({ mutationKey: sessionAheadKey(sessionId) }) === 0;
  const stream = useOwned(isAsked ? `${sessionId} ${label}` : '', () =>
    !isAsked
      ? nobody()
      : createResultStream({
          url: `${location.origin}/api/v1/sessions/${encodeURIComponent(sessionId)}/results/${encodeURIComponent(label)}/events`,
          follow: (options) =>
            followEvents(
              { fetch: (request) => globalThis.fetch(request), headers: apiHeaders, timings },
              options,
            ),
          onEnd: () => refreshSession(client, sessionId),
          timings,
        }),
  );
  return useSnapshot(stream ? stream.state : nothingYet);
}
