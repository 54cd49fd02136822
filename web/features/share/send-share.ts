import type { ShareAnswer, SharePreview, SharePreviewRequest, ShareRequest } from '#api/contract/share.ts';
import { ApiError, api } from '#web/lib/http.ts';
import { sleep, timings } from '#web/lib/time.ts';

export async function fetchPreview(
  sessionId: string,
  json: SharePreviewRequest,
  signal: AbortSignal,
): Promise<SharePreview> {
  const response = await api.v1.sessions[':id'].share.preview.$post(
    { param: { id: sessionId }, json },
    { init: { signal } },
  );
  return response.json();
}

/** The request went out, and whether it arrived and what became of it is not known. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || (error.code === 'network.unexpected' && error.status >= 502));

/** So many answers may be late: with the time-out of a request the server has given up before. */
const maxLate = 12;

/**
 * Sends, and asks again while the outcome is unknown: by its id the server knows the same message, sends it once and answers
 * what became of it. `onSlow` when the first answer is late. Throws `ApiError`.
 */
export async function sendShare(
  sessionId: string,
  json: ShareRequest & { id: string },
  onSlow: () => void,
): Promise<ShareAnswer> {
  let [late, failed] = [0, 0];
  for (;;) {
    try {
      const response = await api.v1.sessions[':id'].share.$post({ param: { id: sessionId }, json });
      return await response.json();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      const isLate = error instanceof ApiError && error.code === 'network.timeout';
      const pauseMs = isLate ? 0 : timings.uploadRetryDelaysMs[failed];
      if (pauseMs === undefined || late >= maxLate) throw error;
      if (isLate) late++;
      else failed++;
      onSlow();
      await sleep(pauseMs);
    }
  }
}
