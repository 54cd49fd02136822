import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '#api/contract/limits.ts';
import { api, apiFetch } from '#web/lib/http.ts';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import type { SoundAddress } from './sound-address.ts';
import { whenPrepared } from './when-prepared.ts';

/** Fetches a signed, expiring address of the audio. Throws `ApiError`. */
export async function fetchAudioUrl(sessionId: string, signal: AbortSignal): Promise<SoundAddress> {
  const response = await whenPrepared(
    () =>
      api.v1.sessions[':id']['audio-url'].$get({ param: { id: sessionId }, query: {} }, { init: { signal } }),
    signal,
  );
  const { url, expires_at } = await response.json();
  // The clock of the device may be wrong. Therefore its difference to the `Date` header of the server is added to the
  // expiry.
  const serverMs = Date.parse(response.headers.get('date') ?? '');
  const skewMs = Number.isNaN(serverMs) ? 0 : Date.now() - serverMs;
  return { url, expiresAtMs: Date.parse(expires_at) + skewMs };
}

async function fetchPeaks(sessionId: string, signal: AbortSignal): Promise<RulerPeaks> {
  const response = await api.v1.sessions[':id'].peaks.$get(
    { param: { id: sessionId } },
    { init: { signal } },
  );
  const rate = Number(response.headers.get('x-peaks-rate')) || limits.peaksRate;
  return { pairs: new Int8Array(await response.arrayBuffer()), rate };
}

const peaksAgainMs = 10_000;

/**
 * Fetches the peaks of a stored recording, which never change. If no device sent them, the server computes them during
 * the transcription, so they are fetched again until `isSettled`.
 */
export const usePeaks = (sessionId: string, isSettled: boolean) =>
  useQuery({
    queryKey: ['peaks', sessionId, isSettled],
    queryFn: ({ signal }) => fetchPeaks(sessionId, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' && !isSettled ? peaksAgainMs : false),
  });

/**
 * Downloads the audio by a signed address through the browser's download manager, so that it never passes through the
 * memory of the page. A request for one byte is sent first, because the page could not see a refusal of the download.
 * Throws `ApiError`.
 */
export async function downloadAudio(sessionId: string, signal: AbortSignal): Promise<void> {
  const response = await whenPrepared(
    () =>
      api.v1.sessions[':id']['audio-url'].$get(
        { param: { id: sessionId }, query: { download: '1' } },
        { init: { signal } },
      ),
    signal,
  );
  const { url } = await response.json();
  // The request is no HEAD, because the answer to HEAD has no body, and the body holds the code of a refusal.
  await apiFetch(url, { headers: { range: 'bytes=0-0' }, signal });
  signal.throwIfAborted();
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
