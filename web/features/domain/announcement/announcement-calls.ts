import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  adminAnnouncementSchema,
  type AdminAnnouncement,
  type PutAnnouncement,
} from '#api/contract/announcement.ts';
import { api, isApiError } from '#web/lib/http.ts';

const announcementsKey = (host: string) => ['domain', 'announcements', host];
const calls = api.v1.admin.domains[':host'].announcements;
const ifMatch = (etag: string) => ({ headers: { 'If-Match': etag } });

export function useAdminAnnouncements(host: string) {
  return useQuery({
    queryKey: announcementsKey(host),
    queryFn: async ({ signal }): Promise<AdminAnnouncement[]> =>
      (await (await calls.$get({ param: { host } }, { init: { signal } })).json()).announcements,
  });
}

/** An announcement that exists, as it was read. */
export type Known = { id: string; etag: string };
type Save = { known: Known | null; json: PutAnnouncement };

/** Calls that change the announcements of a host. What this page itself announces may change with them. */
export function useAnnouncementCalls(host: string) {
  const client = useQueryClient();
  const onSettled = async () => {
    void client.invalidateQueries({ queryKey: ['announcement'] });
    await client.invalidateQueries({ queryKey: announcementsKey(host) });
  };
  const save = useMutation({
    mutationFn: async ({ known, json }: Save): Promise<AdminAnnouncement> =>
      known
        ? (await calls[':id'].$put({ param: { host, id: known.id }, json }, ifMatch(known.etag))).json()
        : (await calls.$post({ param: { host }, json })).json(),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async ({ id, etag }: Known): Promise<void> => {
      await calls[':id'].$delete({ param: { host, id } }, ifMatch(etag));
    },
    onSettled,
  });
  return { save, remove };
}

/** Returns what somebody else has saved meanwhile; null if the call failed for another reason. */
export const theirsOf = (error: unknown): AdminAnnouncement | null =>
  isApiError(error, 'domain.changed')
    ? (adminAnnouncementSchema.safeParse(error.body?.announcement).data ?? null)
    : null;
