import { useQuery } from '@tanstack/react-query';
import type { FunctionTag } from '#api/contract/domain.ts';
import { api } from './http.ts';
import { timings } from './time.ts';

/** True if this host has the function of a tag. It is false while the tags are loading. */
export function useHasTag(tag: FunctionTag): boolean {
  const { data } = useQuery({
    queryKey: ['domain', 'config', location.hostname],
    staleTime: timings.domainConfigCacheMs,
    gcTime: Infinity,
    queryFn: async ({ signal }) => (await api.v1['domain-config'].$get({}, { init: { signal } })).json(),
  });
  return data?.tags.includes(tag) ?? false;
}
