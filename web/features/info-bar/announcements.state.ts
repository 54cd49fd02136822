import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ShownAnnouncement } from '#api/contract/announcement.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { api } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sleep, timings } from '#web/lib/time.ts';
import { toAnnouncements } from './shown-announcements.rules.ts';

/** Key in local storage (§3.13). */
const lastKey = 'lastAnnouncements';

/** Returns what this host announced last; undefined if nothing is stored, or nothing that can be read. */
function readLast(): ShownAnnouncement[] | undefined {
  try {
    return toAnnouncements(JSON.parse(localStore.getItem(lastKey) ?? 'null'));
  } catch {
    return undefined;
  }
}

function keepLast(announcements: ShownAnnouncement[]): void {
  try {
    localStore.setItem(lastKey, JSON.stringify({ announcements }));
  } catch {
    // The device is full, so that the bar of the next visit comes a moment later.
  }
}

/** The last answer holds until a new one is there, so that the bar stands before there is anything below it that could move. */
const announcementsQuery = queryOptions({
  queryKey: ['announcement', 'shown', location.hostname],
  queryFn: async ({ signal }): Promise<ShownAnnouncement[]> => {
    const announcements = toAnnouncements(
      await (await api.v1.announcements.$get({}, { init: { signal } })).json(),
    );
    if (!announcements) throw new Error('The answer has no announcements that the page can use.');
    keepLast(announcements);
    return announcements;
  },
  initialData: readLast,
  initialDataUpdatedAt: 0,
  staleTime: () => timings.domainConfigCacheMs,
  gcTime: Infinity,
});

/** Longest time for which the first screen waits for announcements, ms. */
const patienceMs = 400;

/**
 * Fetches the announcements while the page starts. Resolves when the first screen may be drawn: at once if an earlier visit has
 * stored announcements, otherwise when they have arrived, after `patienceMs` at the latest.
 */
export async function startAnnouncements(): Promise<void> {
  const fetching = queryClient.prefetchQuery(announcementsQuery);
  if (queryClient.getQueryData(announcementsQuery.queryKey)) return;
  await Promise.race([fetching, sleep(patienceMs)]);
}

const none: readonly ShownAnnouncement[] = [];

/** Returns what the host announces. A failure is not told: announcements are news, and the last known ones stay. */
export function useAnnouncements(): readonly ShownAnnouncement[] {
  const { data } = useQuery({ ...announcementsQuery, refetchInterval: timings.domainConfigCacheMs });
  return data ?? none;
}
