/** §7: requests with a short time-out. */
const quickPaths = new Set(['/api/v1/health', '/api/v1/ai-processing-options']);

export const isQuickPath = (path: string): boolean => quickPaths.has(path.replace(/\/$/, ''));

/** Requests that wait for a language model. */
export const isSlowPath = (path: string): boolean =>
  /^\/api\/v1\/sessions\/[^/]+\/enhance-notes\/?$/.test(path);

/** Requests that need no token. Their 401 does not mean an expired one. */
export const isPublicPath = (path: string): boolean =>
  /^\/api\/auth\/(config|token|refresh|logout|interaction\/)/.test(path) || path === '/api/v1/health';

export const maxRetries = 3;

/** §9: 0.3 × 2^(n−1) s before the nth retry, n from 1. */
export const retryDelayMs = (attempt: number, baseMs: number): number => baseMs * 2 ** (attempt - 1);

/** Only reads are repeated: without an answer (status 0), or if a proxy answered instead of the API. */
export function isRetriable(method: string, status: number, isTimeout: boolean): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (isTimeout) return false;
  return status === 0 || status === 502 || status === 503 || status === 504;
}

const passing = new Set([0, 401, 408, 425, 429]);
/** True if the same request may succeed later; status 0 means no answer. */
export const isPassing = (status: number): boolean => passing.has(status) || status >= 500;

/** §4: a token counts as expired `marginMs` before its stated expiry; without a stated one never. */
export const isTokenExpired = (expiresAtMs: number | null, nowMs: number, marginMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs - marginMs;

/** §7: the account may not use the product at all. Other 403 codes concern a single resource. */
export const isPermissionDenied = (status: number, code: string): boolean =>
  status === 403 && (code === 'auth.forbidden' || code === 'network.unexpected');

/**
 * `ended`: the refresh returned no tokens, the person signs in again. `failed`: the refresh threw (§7). `unreachable`: no
 * answer, so the tokens stay and the request fails as if offline.
 */
type RefreshOutcome = 'renewed' | 'ended' | 'failed' | 'unreachable';

export function refreshOutcome(status: number): RefreshOutcome {
  if (status >= 200 && status < 300) return 'renewed';
  if (status === 400 || status === 401) return 'ended';
  if (status === 0 || status === 429 || status === 502 || status === 503 || status === 504)
    return 'unreachable';
  return 'failed';
}
