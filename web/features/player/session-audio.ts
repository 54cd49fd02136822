import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '#api/contract/limits.ts';
import { api, apiFetch } from '#web/lib/http.ts';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import type { SoundAddress } from './player-renewal.ts';
import { whenPrepared } from './when-prepared.ts';

/** A signed, expiring address that an audio element can load. Throws `ApiError`. */
export async function fetchAudioUrl(sessionId: string, signal: AbortSignal): Promise<SoundAddress> {
  const response = await whenPrepared(
    () =>
      api.v1.sessions[':id']['audio-url'].$get({ param: { id: sessionId }, query: {} }, { init: { signal } }),
    signal,
  );
  const { url, expires_at } = await response.json();
  // The clock of this device may be wrong: what counts is how long it is to live.
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
 * The picture of a stored recording. It never changes; but where no device sent it, the server draws it while it
 * transcribes: until that `isSettled` it is asked for again.
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
 * Hands the audio file to the browser's own downloads, by a signed address with the file's name: nothing of it passes through
 * the memory of the page, and the browser shows how far it is and takes it up again. What the server refuses is asked for
 * first, so that it can be told. Throws `ApiError`.
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
  // One byte, not HEAD: a refusal then says why.
  await apiFetch(url, { headers: { range: 'bytes=0-0' }, signal });
  signal.throwIfAborted();
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
