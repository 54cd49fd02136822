import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#api/contract/limits.ts';
import { api } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { speechMp3, type Mp3Settings } from '#workers/encode/encode.contract.ts';

/** Fetches the configuration of this host (§3, §7), at most every 5 minutes. */
function useDomainConfig() {
  return useQuery({
    queryKey: ['domain', 'config', location.hostname],
    staleTime: timings.domainConfigCacheMs,
    gcTime: Infinity,
    queryFn: async ({ signal }) => (await api.v1['domain-config'].$get({}, { init: { signal } })).json(),
  });
}

export function useMp3Settings(): Mp3Settings {
  const { data } = useDomainConfig();
  const format = data?.config.mp3;
  return useMemo(
    () => (format ? { sampleRate: format.sample_rate, bitrate: format.bitrate } : speechMp3),
    [format],
  );
}

/**
 * Returns the size of the largest file that this host accepts, bytes; null while loading. If loading fails, it is the
 * default limit.
 */
export function useMaxUploadBytes(): number | null {
  const { data, isPending } = useDomainConfig();
  return isPending ? null : (data?.config.max_upload_bytes ?? limits.maxUploadBytes);
}

/** True if the browser may send speech to an external recognition service (§10.1). It is false while loading. */
export function useRemoteDictation(): boolean {
  const { data } = useDomainConfig();
  return data?.config.remote_dictation ?? false;
}

/**
 * True if this host has drafts by a model on the device. A host without a list of functions has them. It is false while
 * loading, and true if loading fails, because a draft needs no server.
 */
export function usePreviewAllowed(): boolean {
  const { data, isPending } = useDomainConfig();
  const tags = data?.tags ?? [];
  return !isPending && (tags.length === 0 || tags.includes('preview'));
}
