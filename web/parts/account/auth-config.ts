import { queryOptions } from '@tanstack/react-query';
import type { AuthConfig } from '#api/contract/auth.ts';
import { api } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { timings } from '#web/lib/time.ts';

/** What this host says of its sign-in. */
export const authConfigQuery = queryOptions({
  queryKey: ['auth', 'config'],
  staleTime: () => timings.profileCacheMs,
  queryFn: async (): Promise<AuthConfig> => (await api.auth.config.$get()).json(),
});

export const loadAuthConfig = () => queryClient.fetchQuery(authConfigQuery);
