/** Paths of requests with a short time-out (§7). */
const quickPaths = new Set(['/api/v1/health', '/api/v1/ai-processing-options']);

export const isQuickPath = (path: string): boolean => quickPaths.has(path.replace(/\/$/, ''));

/** True for requests that wait for a language model. */
export const isSlowPath = (path: string): boolean =>
  /^\/api\/v1\/sessions\/[^/]+\/enhance-notes\/?$/.test(path);

/**
 * True for requests that need no token. If one of them is answered with 401, that does not mean that a token has
 * expired.
 */
export const isPublicPath = (path: string): boolean =>
  /^\/api\/auth\/(config|token|refresh|logout|forgot|reset|confirm|interaction\/)/.test(path) ||
  /^\/api\/v1\/pairings\/[^/]+\/tokens$/.test(path) ||
  path === '/api/v1/health';

/**
 * True for requests that a phone without a sign-in sends with the token of its pass. All its other requests go without a token,
 * also those by which it joins another pairing.
 */
export const isPhonePath = (path: string): boolean =>
  /^\/api\/v1\/(uploads|sessions|pairings)(\/|$)/.test(path) &&
  !/^\/api\/v1\/pairings\/(resolve|[^/]+\/(activate|tokens))$/.test(path);

/**
 * True for requests with the person's password. Their 401 may mean that the password is wrong: then a renewed token would not
 * help, and the same request would count as a second attempt.
 */
export const isPasswordPath = (path: string): boolean =>
  /^\/api\/v1\/user\/(password|close|second-factor\/.+)$/.test(path);

/**
 * Returns whether this code of a 401 refuses a password or a second factor. The access token is valid then, so it is
 * not renewed.
 */
export const isProofRefused = (code: string): boolean =>
  ['auth.credentials_wrong', 'auth.factor_required', 'auth.factor_wrong', 'auth.factor_used'].includes(code);

export const maxRetries = 3;

/** Returns the delay before the nth retry, n from 1: `baseMs` × 2^(n−1), in ms. §9 names 0.3 s as base. */
export const retryDelayMs = (attempt: number, baseMs: number): number => baseMs * 2 ** (attempt - 1);

/**
 * True if a request may be repeated. Only reads are repeated, if there was no answer (status 0) or if a proxy answered
 * instead of the API.
 */
export function isRetriable(method: string, status: number, isTimeout: boolean): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (isTimeout) return false;
  return status === 0 || status === 502 || status === 503 || status === 504;
}

/** True if there was no answer (status 0), or if a proxy says that it does not reach the server. */
export const isServerMissing = (status: number, code: string): boolean =>
  status === 0 || (code === 'network.unexpected' && (status === 502 || status === 503 || status === 504));

const passing = new Set([0, 401, 408, 425, 429]);
/** True if the same request may succeed later. Status 0 means that there was no answer. */
export const isPassing = (status: number): boolean => passing.has(status) || status >= 500;

/**
 * True if a token has expired. It counts as expired `marginMs` before its stated expiry (§4). Without a stated expiry
 * it never expires.
 */
export const isTokenExpired = (expiresAtMs: number | null, nowMs: number, marginMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs - marginMs;

/**
 * Returns how long before its expiry a token counts as expired: `marginMs`, but at most half its life. Some providers give
 * tokens for 5 minutes. Otherwise such a token would be renewed before each request.
 */
export const expiryMarginMs = (lifeMs: number | null, marginMs: number): number =>
  lifeMs === null ? marginMs : Math.min(marginMs, lifeMs / 2);

/** True if the account may not use the product at all (§7). Other codes of a 403 concern a single resource. */
export const isPermissionDenied = (status: number, code: string): boolean =>
  status === 403 && (code === 'auth.forbidden' || code === 'network.unexpected');

/**
 * Outcome of renewing the tokens. `ended`: the answer has no tokens, so the person has to sign in again. `failed`: the
 * renewal failed for another reason (§7). `unreachable`: there was no answer, so the tokens stay, and the request fails
 * as if the device were offline.
 */
type RefreshOutcome = 'renewed' | 'ended' | 'failed' | 'unreachable';

export function refreshOutcome(status: number): RefreshOutcome {
  if (status >= 200 && status < 300) return 'renewed';
  if (status === 400 || status === 401) return 'ended';
  if (status === 0 || status === 429 || status === 502 || status === 503 || status === 504)
    return 'unreachable';
  return 'failed';
}
