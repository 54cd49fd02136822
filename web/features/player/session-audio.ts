import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '#api/contract/limits.ts';
import { ApiError, isAbort, responseToError } from '#web/lib/api-error.ts';
import { api, apiHeaders } from '#web/lib/http.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import { fileNameOf } from './player.rules.ts';

/** A signed, expiring address that an audio element can load. */
export async function fetchAudioUrl(sessionId: string, signal: AbortSignal): Promise<string> {
  const response = await api.v1.sessions[':id']['audio-url'].$get(
    { param: { id: sessionId } },
    { init: { signal } },
  );
  return (await response.json()).url;
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
 * Saves the audio file under the name that the server gives. Goes past `apiFetch`, whose time-out is made for answers and
 * not for a hundred megabytes over a slow line. Throws `ApiError`.
 */
export async function downloadAudio(sessionId: string, signal: AbortSignal): Promise<void> {
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/download`;
  const response = await fetch(path, { headers: await apiHeaders(), signal }).catch((cause: unknown) => {
    throw isAbort(cause) ? cause : new ApiError('network.failed', 0, null, cause);
  });
  if (!response.ok) throw await responseToError(response);
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'audio.mp3';
  saveFile(await response.blob(), name);
}
