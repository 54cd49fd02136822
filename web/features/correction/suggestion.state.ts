import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Suggestion, Suggestions } from '#api/contract/suggestion.ts';
import { api } from '#web/lib/http.ts';

const suggestionsKey = (id: string) => ['session', 'suggestions', id] as const;

/** Key by which TanStack Query counts the pending requests that save decisions on the proposals of a session. */
const settleKey = (id: string) => ['session', 'settle', id] as const;

/** Fetches the proposals of one run of the correction. Each run has its own number. */
export function useSuggestions(id: string, run: number) {
  return useQuery({
    queryKey: [...suggestionsKey(id), run],
    queryFn: async ({ signal }) =>
      (await api.v1.sessions[':id'].suggestions.$get({ param: { id } }, { init: { signal } })).json(),
    staleTime: Infinity,
  });
}

type Settled = { ids: string[]; state: Suggestion['state'] };

/**
 * Saves decisions on proposals. They are shown at once and sent one after the other. The transcript editor sends the edit of the
 * text.
 */
export function useSettle(id: string) {
  const client = useQueryClient();
  const queryKey = suggestionsKey(id);
  const mutationKey = settleKey(id);
  /** True if no later decision waits to be sent. A later decision is already shown, but the server does not know it yet. */
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: `suggestions ${id}` },
    retry: 3,
    mutationFn: async (json: Settled) =>
      (await api.v1.sessions[':id'].suggestions.$post({ param: { id }, json })).json(),
    onMutate: async ({ ids, state }) => {
      await client.cancelQueries({ queryKey });
      const changed = new Set(ids);
      client.setQueriesData<Suggestions>(
        { queryKey },
        (known) =>
          known && {
            ...known,
            suggestions: known.suggestions.map((each) => (changed.has(each.id) ? { ...each, state } : each)),
          },
      );
    },
    // An earlier decision may have failed, or its answer may have been lost. The last answer has the state of all proposals.
    onSuccess: (answer) => {
      if (!isLast()) return;
      client.setQueryData<Suggestions>([...queryKey, answer.version], (known) => known && answer);
    },
    onError: async () => {
      if (isLast()) await client.invalidateQueries({ queryKey });
    },
  });
}
