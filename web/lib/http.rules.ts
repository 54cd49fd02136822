/** §7: requests with a short time-out of their own. */
const quickPaths = new Set(['/api/v1/health', '/api/v1/ai-processing-options']);

export const isQuickPath = (path: string): boolean => quickPaths.has(path.replace(/\/$/, ''));

/** Requests at which a language model writes while somebody waits. */
export const isSlowPath = (path: string): boolean =>
  /^\/api\/v1\/sessions\/[^/]+\/enhance-notes\/?$/.test(path);

export const maxRetries = 3;

/** §9: 0.3 × 2^(n−1) s before the nth retry, n from 1. */
export const retryDelayMs = (attempt: number, baseMs: number): number => baseMs * 2 ** (attempt - 1);

/** Only reading is repeated: without an answer (status 0), or where something before the API answered for it. */
export function isRetriable(method: string, status: number, isTimeout: boolean): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (isTimeout) return false;
  return status === 0 || status === 502 || status === 503 || status === 504;
}

const passing = new Set([0, 401, 408, 425, 429]);
/** True if the same request may succeed later, after this status; 0: no answer. */
export const isPassing = (status: number): boolean => passing.has(status) || status >= 500;

/** §4: a token counts as expired `marginMs` before its stated expiry. Without a stated one it does not. */
export const isTokenExpired = (expiresAtMs: number | null, nowMs: number, marginMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs - marginMs;

/** §7: the account may not use the product at all. Other 403 codes concern one thing and are shown where they occur. */
export const isPermissionDenied = (status: number, code: string): boolean =>
  status === 403 && (code === 'auth.forbidden' || code === 'network.unexpected');

/**
 * What an answer to a refresh means.
 * `ended`: the refresh returned nothing, the person signs in again. `failed`: the refresh threw (§7).
 * `unreachable`: nobody has said no, so the tokens stay and the request fails like any other without a connection.
 */
type RefreshOutcome = 'renewed' | 'ended' | 'failed' | 'unreachable';

export function refreshOutcome(status: number): RefreshOutcome {
  if (status >= 200 && status < 300) return 'renewed';
  if (status === 400 || status === 401) return 'ended';
  if (status === 0 || status === 429 || status === 502 || status === 503 || status === 504)
    return 'unreachable';
  return 'failed';
}
