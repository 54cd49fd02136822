import { useEffect, useMemo, useState } from 'react';
import type { DomainConfig } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';
import { readDomainConfig, useDomainConfig } from '#web/lib/domain-config.ts';
import { timings } from '#web/lib/time.ts';
import { speechMp3, type Mp3Settings } from '#workers/encode/encode.contract.ts';

export function useMp3Settings(): Mp3Settings {
  const { data } = useDomainConfig();
  const format = data?.config.mp3;
  return useMemo(
    () => (format ? { sampleRate: format.sample_rate, bitrate: format.bitrate } : speechMp3),
    [format],
  );
}

const maxBytesOf = (known: DomainConfig | null | undefined): number =>
  known?.config.max_upload_bytes ?? limits.maxUploadBytes;

/**
 * Returns the size of the largest file that this host accepts, bytes. It is null for a moment while nothing is known of the
 * host. After that it is the default limit, because neither a recording nor an upload waits for an answer.
 */
export function useMaxUploadBytes(): number | null {
  const { data, isPending } = useDomainConfig();
  const isLate = useIsLate(isPending);
  return isPending && !isLate ? null : maxBytesOf(data);
}

/** Returns the limit as it is known now, for a check before an upload is sent. */
export const readMaxUploadBytes = (): number => maxBytesOf(readDomainConfig());

/** True if the browser may send speech to an external recognition service (§10.1). It is false while nothing is known. */
export function useRemoteDictation(): boolean {
  const { data } = useDomainConfig();
  return data?.config.remote_dictation ?? false;
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), timings.domainConfigPatienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
