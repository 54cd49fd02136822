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
  return useWaitOver(isPending) ? maxBytesOf(data) : null;
}

/** Returns the limit as it is known now, for a check before an upload is sent. */
export const readMaxUploadBytes = (): number => maxBytesOf(readDomainConfig());

/** True if the browser may send speech to an external recognition service (§10.1). It is false while nothing is known. */
export function useRemoteDictation(): boolean {
  const { data } = useDomainConfig();
  return data?.config.remote_dictation ?? false;
}

/**
 * Returns true once the answer is there, has failed, or is late. Then it stays true: a question that is asked again after a
 * failure is pending too, and a screen that waited for it would throw away an upload.
 */
function useWaitOver(isWaiting: boolean): boolean {
  const [isOver, setOver] = useState(!isWaiting);
  if (!isWaiting && !isOver) setOver(true);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setOver(true), timings.domainConfigPatienceMs);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isOver || !isWaiting;
}
