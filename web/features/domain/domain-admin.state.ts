import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { ResetLink } from '#api/contract/account.ts';
import {
  adminDomainSchema,
  type AdminDomain,
  type NewDomain,
  type Person,
  type PutDomain,
  type PutPerson,
} from '#api/contract/admin-domain.ts';
import type { Role, Roles } from '#api/contract/role.ts';
import { optionsKey } from '#web/parts/result/options.state.ts';
import { api, isApiError } from '#web/lib/http.ts';

type Domains = { domains: AdminDomain[]; may_add: boolean };
type People = { people: Person[]; hasMore: boolean };
/** The roles of a host, with the entity tag that a change names. */
export type TaggedRoles = { roles: readonly Role[]; etag: string };

const domainsKey = ['domain', 'admin'];
const rolesKey = (host: string) => ['domain', 'roles', host];
const peopleKey = (host: string) => ['domain', 'people', host];

const hosts = api.v1.admin.domains;
const ifMatch = (etag: string) => ({ headers: { 'If-Match': etag } });

async function readRoles(host: string, signal?: AbortSignal): Promise<TaggedRoles> {
  const response = await hosts[':host'].roles.$get({ param: { host } }, signal ? { init: { signal } } : {});
  return toTagged(response.headers, await response.json());
}

const toTagged = (headers: Headers, { roles }: Roles): TaggedRoles => ({
  roles,
  etag: headers.get('etag') ?? '*',
});

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
    queryFn: async ({ signal }): Promise<Domains> => (await hosts.$get({}, { init: { signal } })).json(),
  });
}

/** What this page itself shows of its host may have changed. */
function reloadOwn(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: optionsKey });
  void client.invalidateQueries({ queryKey: ['domain', 'config'] });
  void client.invalidateQueries({ queryKey: ['role'] });
}

type Change = { json: PutDomain; etag: string };

/** Calls of the row of one host. Each puts the answer in the list of hosts. */
export function useDomainCalls(host: string) {
  const client = useQueryClient();
  /** Shows a state of the host that the server has told. */
  const show = async (changed: AdminDomain) => {
    await client.cancelQueries({ queryKey: domainsKey });
    client.setQueryData<Domains>(
      domainsKey,
      (list) =>
        list && { ...list, domains: list.domains.map((each) => (each.host === host ? changed : each)) },
    );
    reloadOwn(client);
  };
  const save = useMutation({
    mutationFn: async ({ json, etag }: Change): Promise<AdminDomain> =>
      (await hosts[':host'].$put({ param: { host }, json }, ifMatch(etag))).json(),
    onSuccess: show,
  });
  const resetOptions = useMutation({
    mutationFn: async (etag: string): Promise<AdminDomain> =>
      (await hosts[':host'].options.$delete({ param: { host } }, ifMatch(etag))).json(),
    onSuccess: show,
  });
  const remove = useMutation({
    mutationFn: (etag: string) => hosts[':host'].$delete({ param: { host } }, ifMatch(etag)),
    onSuccess: () =>
      client.setQueryData<Domains>(
        domainsKey,
        (list) => list && { ...list, domains: list.domains.filter((each) => each.host !== host) },
      ),
  });
  return { save, resetOptions, remove, show };
}

/** Returns the state that another person has saved. A refused change brings it along; otherwise it is fetched. */
export async function theirsOf(error: unknown, host: string): Promise<AdminDomain> {
  const parsed = adminDomainSchema.safeParse(isApiError(error) ? error.body?.domain : undefined);
  return parsed.data ?? (await hosts[':host'].$get({ param: { host } })).json();
}

export function useAddDomain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: NewDomain): Promise<AdminDomain> => (await hosts.$post({ json })).json(),
    onSuccess: (added) => {
      client.setQueryData<Domains>(
        domainsKey,
        (list) => list && { ...list, domains: [...list.domains, added] },
      );
    },
  });
}

export function useRoles(host: string) {
  return useQuery({
    queryKey: rolesKey(host),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => readRoles(host, signal),
  });
}

type RolesChange = { roles: readonly Role[]; etag: string };

export function useRoleCalls(host: string) {
  const client = useQueryClient();
  const show = (roles: TaggedRoles) => {
    client.setQueryData(rolesKey(host), roles);
    void client.invalidateQueries({ queryKey: ['role'] });
    void client.invalidateQueries({ queryKey: optionsKey });
  };
  const save = useMutation({
    mutationFn: async ({ roles, etag }: RolesChange): Promise<TaggedRoles> => {
      const json = { roles: [...roles] };
      const response = await hosts[':host'].roles.$put({ param: { host }, json }, ifMatch(etag));
      return toTagged(response.headers, await response.json());
    },
    onSuccess: show,
  });
  const read = useMutation({ mutationFn: () => readRoles(host) });
  return { save, read, show };
}

/** Fetches a page of the people of a host. The former page stays until the next one is there. */
export function usePeople(host: string, search: string, page: number) {
  return useQuery({
    queryKey: [...peopleKey(host), search, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<People> => {
      const query = { ...(search ? { search } : {}), page: String(page) };
      return (await hosts[':host'].people.$get({ param: { host }, query }, { init: { signal } })).json();
    },
  });
}

export function useSavePerson(host: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, json }: { id: string; json: PutPerson }) =>
      hosts[':host'].people[':id'].$put({ param: { host, id }, json }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey(host) }),
  });
}

/** The link is a secret, so it is kept nowhere but in the dialog that shows it. */
export function useResetLink(host: string) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (id: string): Promise<ResetLink> =>
      (await hosts[':host'].people[':id']['reset-link'].$post({ param: { host, id } })).json(),
  });
}

/** Removes the second factor of a person. */
export function useRemoveSecondFactor(host: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      hosts[':host'].people[':id']['second-factor'].$delete({ param: { host, id } }),
    // Also after a failure: the person may have switched it off.
    onSettled: () => client.invalidateQueries({ queryKey: peopleKey(host) }),
  });
}
