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

/** True if the server may have got the request, so that its outcome is unknown. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || (error.code === 'network.unexpected' && error.status >= 502));

/** Largest number of repetitions after time-outs. After so many, the server has given up too. */
const maxLate = 12;

/**
 * Sends an e-mail, and repeats the request while its outcome is unknown. The server recognizes the id, so it sends the message
 * once and returns its outcome. `onSlow` is called before each repetition. Throws `ApiError`.
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
