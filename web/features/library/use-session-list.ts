import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '#api/contract/limits.ts';
import type { SessionList } from '#api/contract/session.ts';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { isInProgress } from './library.rules.ts';

/** Every list of sessions, whatever the search. */
export const sessionListKey = ['session', 'list'];

/** The pages loaded so far. A new search cancels the request of the former one (§7). */
export function useSessionList(search: string) {
  return useInfiniteQuery({
    queryKey: [...sessionListKey, search],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }): Promise<SessionList> => {
      const query = { page: String(pageParam), limit: String(limits.listPageSize), search };
      return (await api.v1.sessions.$get({ query }, { init: { signal } })).json();
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.recordings.some(isInProgress)) ? timings.sessionPollMs : false,
  });
}

export function useRemoveSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.v1.sessions[':id'].$delete({ param: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionListKey }),
  });
}
