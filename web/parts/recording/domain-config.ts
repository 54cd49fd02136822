import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#api/contract/limits.ts';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { speechMp3, type Mp3Settings } from '#workers/encode/encode.contract.ts';

/** What is switched on for this host (§3, §7), asked at most every 5 minutes. */
function useDomainConfig() {
  return useQuery({
    queryKey: ['domain', 'config', location.hostname],
    staleTime: timings.domainConfigCacheMs,
    gcTime: Infinity,
    queryFn: async ({ signal }) => (await api.v1['domain-config'].$get({}, { init: { signal } })).json(),
  });
}

/** The mp3 that this host wants of recordings. */
export function useMp3Settings(): Mp3Settings {
  const { data } = useDomainConfig();
  const format = data?.config.mp3;
  return useMemo(
    () => (format ? { sampleRate: format.sample_rate, bitrate: format.bitrate } : speechMp3),
    [format],
  );
}

/** Largest file that this host takes, bytes; null until it is known. Without an answer the usual limit holds. */
export function useMaxUploadBytes(): number | null {
  const { data, isPending } = useDomainConfig();
  return isPending ? null : (data?.config.max_upload_bytes ?? limits.maxUploadBytes);
}

/** True if the browser may send speech to a recognition service elsewhere (§10.1). False until the config of the host is known. */
export function useRemoteDictation(): boolean {
  const { data } = useDomainConfig();
  return data?.config.remote_dictation ?? false;
}
