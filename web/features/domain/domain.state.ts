import { useQuery } from '@tanstack/react-query';
import { limits } from '#api/contract/limits.ts';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';

/** What is switched on for this host (§3, §7), asked at most every 5 minutes. */
function useDomainConfig() {
  return useQuery({
    queryKey: ['domain', 'config', location.hostname],
    staleTime: timings.domainConfigCacheMs,
    gcTime: Infinity,
    queryFn: async ({ signal }) => (await api.v1['domain-config'].$get({}, { init: { signal } })).json(),
  });
}

/** Largest file that this host takes, bytes; null until it is known. Without an answer the usual limit holds. */
export function useMaxUploadBytes(): number | null {
  const { data, isPending } = useDomainConfig();
  return isPending ? null : (data?.config.max_upload_bytes ?? limits.maxUploadBytes);
}
