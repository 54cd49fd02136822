import type { ReasonCode } from '#api/contract/errors.ts';
import { concernsModel, parseComplaint } from '#api/engines/http/complaint.rules.ts';

export type Outcome =
  | { kind: 'answered' }
  /** A smaller part may be accepted. */
  | { kind: 'too_large' }
  /** A gateway timed out: either a smaller part passes, or the server behind the gateway is down. */
  | { kind: 'too_slow' }
  /** The server rejects the form of the request. */
  | { kind: 'rejected' }
  /** A retry may help. `isDown` is true if the part is not the cause. */
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

/** Interprets a response. Of an error body only codes are kept: its text may repeat the key or the transcript. */
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
  // 404, redirects and so on: the server does not speak the protocol.
  return { kind: 'unavailable', reason: 'transcription.engine_unreachable' };
}
