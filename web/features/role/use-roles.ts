import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Role } from '#api/contract/role.ts';
import { api, isApiError } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { optionsKey } from '#web/parts/result/options.state.ts';

const roleKey = (personId: string) => ['role', location.hostname, personId];
const currentKey = (personId: string) => [...roleKey(personId), 'current'];

/** What has failed, and the error. The dialog shows it. */
export type RoleFailure = { what: 'available' | 'current' | 'select'; error: unknown };

const common = { staleTime: timings.profileCacheMs };

/** Fetches the roles that the person holds, and the chosen one: null if none is, undefined while it is not known. */
export function useRoles(personId: string) {
  const available = useQuery({
    ...common,
    queryKey: [...roleKey(personId), 'available'],
    queryFn: async ({ signal }) => {
      const response = await api.v1.user['available-roles'].$get({}, { init: { signal } });
      return (await response.json()).available_roles;
    },
  });
  const current = useQuery({
    ...common,
    queryKey: currentKey(personId),
    queryFn: async ({ signal }): Promise<Role | null> => {
      try {
        const response = await api.v1.user['current-role'].$get({}, { init: { signal } });
        return (await response.json()).current_role;
      } catch (error) {
        if (isApiError(error, 'role.none')) return null;
        throw error;
      }
    },
  });
  const failure: RoleFailure | null = available.error
    ? { what: 'available', error: available.error }
    : current.error
      ? { what: 'current', error: current.error }
      : null;
  return {
    available_roles: available.data ?? [],
    current_role: current.data,
    failure,
    isFetching: available.isFetching || current.isFetching,
  };
}

/** Fetches the roles of a person anew. */
export function useReloadRoles(personId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: roleKey(personId) });
}

/** Selects a role. Then the current role and the options, which depend on it, are fetched anew. */
export function useSelectRole(personId: string, onSelected: (role: Role) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const response = await api.v1.user['select-role'].$post({ json: { domain_role_id: id } });
      return (await response.json()).current_role;
    },
    onSuccess: async (role) => {
      await client.cancelQueries({ queryKey: roleKey(personId) });
      client.setQueryData(currentKey(personId), role);
      void client.invalidateQueries({ queryKey: roleKey(personId) });
      reloadOptions(client);
      onSelected(role);
    },
    // The person may have lost the role meanwhile.
    onError: () => void client.invalidateQueries({ queryKey: roleKey(personId) }),
  });
}

/** Fetches the options anew. Screens that open later do not begin with those of the former role. */
function reloadOptions(client: QueryClient): void {
  client.removeQueries({ queryKey: optionsKey, type: 'inactive' });
  void client.invalidateQueries({ queryKey: optionsKey });
}
