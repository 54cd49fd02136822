import type { ReasonCode } from '#api/contract/errors.ts';
import { concernsModel, parseComplaint } from '#api/engines/http/complaint.rules.ts';

export type Outcome =
  | { kind: 'answered' }
  /** The part is too large. A smaller one may be accepted. */
  | { kind: 'too_large' }
  /**
   * A gateway's time was over. Either a smaller part can be transcribed in time, or the server behind the gateway is
   * down.
   */
  | { kind: 'too_slow' }
  /** The server rejects the form of the request. */
  | { kind: 'rejected' }
  /** A retry may help. `isDown` is true if any part would fail, not only this one. */
  | { kind: 'later'; isDown: boolean; retryAfterMs: number }
  /** No retry can help. */
  | { kind: 'unavailable'; reason: ReasonCode };

type Facts = { status: number; body: string; retryAfterMs: number | null };

const statusToKind: Record<number, Outcome> = {
  401: { kind: 'unavailable', reason: 'transcription.engine_refused' },
  402: { kind: 'unavailable', reason: 'transcription.engine_refused' },
  403: { kind: 'unavailable', reason: 'transcription.engine_refused' },
  408: { kind: 'too_slow' },
  413: { kind: 'too_large' },
  504: { kind: 'too_slow' },
  524: { kind: 'too_slow' },
};
const down = new Set([429, 502, 503]);
const rejecting = new Set([400, 404, 415, 422]);

/**
 * Interprets a response. Of an error's body only codes are kept, because its text may repeat the key or the transcript.
 */
export function outcomeOf({ status, body, retryAfterMs }: Facts): Outcome {
  if (status >= 200 && status < 300) return { kind: 'answered' };
  const complaint = parseComplaint(body);
  // Providers report an exhausted quota as "too many requests".
  if (complaint.code === 'insufficient_quota')
    return { kind: 'unavailable', reason: 'transcription.engine_refused' };
  if (rejecting.has(status) && concernsModel(status, complaint))
    return { kind: 'unavailable', reason: 'transcription.engine_model_unknown' };
  const known = statusToKind[status];
  if (known) return known;
  if (rejecting.has(status) && status !== 404) return { kind: 'rejected' };
  if (status >= 500 || down.has(status))
    return { kind: 'later', isDown: down.has(status), retryAfterMs: retryAfterMs ?? 0 };
  // 404, redirects and others mean that the server does not speak the protocol.
  return { kind: 'unavailable', reason: 'transcription.engine_unreachable' };
}
