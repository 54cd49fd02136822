import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminDomain, PutDomain } from '#api/contract/admin-domain.ts';
import { optionsKey } from '#web/parts/result/options.state.ts';
import { api } from '#web/lib/http.ts';

const domainsKey = ['domain', 'admin'];

/**
 * Fetches the hosts that this superuser may edit. That happens only when the screen opens, because a later fetch would
 * overwrite edits in progress.
 */
export function useDomains() {
  return useQuery({
    queryKey: domainsKey,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<AdminDomain[]> => {
      const response = await api.v1.admin.domains.$get({}, { init: { signal } });
      return (await response.json()).domains;
    },
  });
}

/** `etag`: the version that was edited. If the server has another one, it refuses with `domain.changed`. */
type Saving = { json: PutDomain; etag: string };

export function useSaveDomain(host: string) {
  return useDomainChange(async ({ json, etag }: Saving) =>
    (
      await api.v1.admin.domains[':host'].$put({ param: { host }, json }, { headers: { 'If-Match': etag } })
    ).json(),
  );
}

export function useResetDomain({ host, etag }: AdminDomain) {
  return useDomainChange<void>(async () =>
    (
      await api.v1.admin.domains[':host'].options.$delete(
        { param: { host } },
        { headers: { 'If-Match': etag } },
      )
    ).json(),
  );
}

export function useReadDomain(host: string) {
  return useDomainChange<void>(async () =>
    (await api.v1.admin.domains[':host'].$get({ param: { host } })).json(),
  );
}

function useDomainChange<Change>(send: (change: Change) => Promise<AdminDomain>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (changed) => {
      await client.cancelQueries({ queryKey: domainsKey });
      client.setQueryData<AdminDomain[]>(domainsKey, (domains) =>
        domains?.map((domain) => (domain.host === changed.host ? changed : domain)),
      );
      void client.invalidateQueries({ queryKey: optionsKey });
    },
  });
}
