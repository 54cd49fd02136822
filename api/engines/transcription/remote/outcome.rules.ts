import type { ReasonCode } from '#api/contract/errors.ts';
import { concernsModel, parseComplaint } from '#api/engines/http/complaint.rules.ts';

/** What an HTTP answer means for the part that was sent. */
export type Outcome =
  | { kind: 'answered' }
  /** A smaller part passes. */
  | { kind: 'too_large' }
  /** A gateway before it gave up waiting: a smaller part may pass, or nobody is there behind it. */
  | { kind: 'too_slow' }
  /** It does not take the request in this form. */
  | { kind: 'rejected' }
  /** The same again later. `isDown`: it is not the part's fault. */
  | { kind: 'later'; isDown: boolean; retryAfterMs: number }
  /** It will not work until somebody does something. */
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

/** What to do after an answer. Of a failure's body only codes are read, never kept: it may repeat the key or the text. */
export function outcomeOf({ status, body, retryAfterMs }: Facts): Outcome {
  if (status >= 200 && status < 300) return { kind: 'answered' };
  const complaint = parseComplaint(body);
  // no money left is reported as "too many requests"
  if (complaint.code === 'insufficient_quota')
    return { kind: 'unavailable', reason: 'transcription.engine_refused' };
  if (rejecting.has(status) && concernsModel(status, complaint))
    return { kind: 'unavailable', reason: 'transcription.engine_model_unknown' };
  const known = statusToKind[status];
  if (known) return known;
  if (rejecting.has(status) && status !== 404) return { kind: 'rejected' };
  if (status >= 500 || down.has(status))
    return { kind: 'later', isDown: down.has(status), retryAfterMs: retryAfterMs ?? 0 };
  // 404, a redirection, …: nobody there speaks the protocol
  return { kind: 'unavailable', reason: 'transcription.engine_unreachable' };
}
