import { queryOptions, useQuery } from '@tanstack/react-query';
import { announcementsSchema, type ShownAnnouncement } from '#api/contract/announcement.ts';
import { api } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { timings } from '#web/lib/time.ts';

const announcementsQuery = queryOptions({
  queryKey: ['announcement', 'shown', location.hostname],
  queryFn: async ({ signal }): Promise<ShownAnnouncement[]> => {
    const answer = await (await api.v1.announcements.$get({}, { init: { signal } })).json();
    return announcementsSchema.parse(answer).announcements;
  },
  staleTime: () => timings.domainConfigCacheMs,
  gcTime: Infinity,
});

/** Asks for them while the page starts, so that the bar stands before there is anything below it that could move. */
export const fetchAnnouncements = (): Promise<void> => queryClient.prefetchQuery(announcementsQuery);

const none: readonly ShownAnnouncement[] = [];

/** Returns what the host announces. A failure is not told: announcements are news, and the last known ones stay. */
export function useAnnouncements(): readonly ShownAnnouncement[] {
  const { data } = useQuery({ ...announcementsQuery, refetchInterval: timings.domainConfigCacheMs });
  return data ?? none;
}
