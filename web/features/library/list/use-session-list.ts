import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { limits } from '#api/contract/limits.ts';
import type { SessionList } from '#api/contract/session.ts';
import { api } from '#web/lib/http.ts';
import { sessionListKey } from '#web/parts/session/session.state.ts';
import { timings } from '#web/lib/time.ts';
import { recallSeen } from './library-place.ts';
import { isInProgress } from '#web/features/library/library.rules.ts';
import {
  mergePage,
  nextPage,
  pagesToRefresh,
  type SessionRows,
} from '#web/features/library/session-pages.rules.ts';

/** The filter of a list. `expiresDays`: null for sessions of any expiry. */
export type ListFilter = { search: string; text: string; expiresDays: number | null };

/** Key under which the scroll position and the selection of this list are stored. */
export const filterKey = ({ search, text, expiresDays }: ListFilter): string =>
  JSON.stringify([search, text, expiresDays]);

async function fetchPage(filter: ListFilter, page: number, signal: AbortSignal): Promise<SessionList> {
  const { search, text, expiresDays } = filter;
  const query = {
    page: String(page),
    limit: String(limits.listPageSize),
    ...(search ? { search } : {}),
    ...(text ? { text } : {}),
    ...(expiresDays === null ? {} : { expires_days: String(expiresDays) }),
  };
  return (await api.v1.sessions.$get({ query }, { init: { signal } })).json();
}

/**
 * Returns the rows loaded so far. A refresh fetches a few pages (`pagesToRefresh`) and merges them, so that its cost
 * does not grow with the list. A new filter cancels the requests of the former one (§7).
 */
export function useSessionList(filter: ListFilter) {
  const client = useQueryClient();
  const key = filterKey(filter);
  const queryKey = [...sessionListKey, key];
  const list = useQuery({
    queryKey,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<SessionRows> => {
      const held = client.getQueryData<SessionRows>(queryKey);
      const pages = held ? pagesToRefresh(held.items, recallSeen(key)) : [1];
      const answers = await Promise.all(
        pages.map(async (page) => ({ page, answer: await fetchPage(filter, page, signal) })),
      );
      // Merges the page into the rows as they are now, because they may have changed during the request.
      let rows = client.getQueryData<SessionRows>(queryKey);
      for (const { page, answer } of answers) rows = mergePage(rows, page, answer);
      return rows as SessionRows;
    },
    refetchInterval: ({ state }) => (state.data?.items.some(isInProgress) ? timings.sessionPollMs : false),
  });

  const wanted = useRef<AbortController | null>(null);
  const more = useMutation({
    mutationFn: async () => {
      const held = client.getQueryData<SessionRows>(queryKey);
      const page = held ? nextPage(held) : null;
      if (page === null) return;
      const controller = (wanted.current = new AbortController());
      const answer = await fetchPage(filter, page, controller.signal);
      client.setQueryData<SessionRows>(queryKey, (rows) => mergePage(rows, page, answer));
    },
  });
  const { reset } = more;
  useEffect(
    () => () => {
      wanted.current?.abort();
      reset();
    },
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a running request belongs to one filter
    [key, reset],
  );

  return {
    ...list,
    key,
    items: list.data?.items ?? [],
    hasMore: list.data !== undefined && !list.isPlaceholderData && !list.data.isWhole,
    more: () => {
      if (!more.isPending) more.mutate();
    },
    isLoadingMore: more.isPending,
    moreError: more.isError ? more.error : null,
  };
}
