const repeated = new Set<unknown>([0, 401, 408, 425, 429, 502, 503, 504]);

/**
 * True if the same call can succeed once the connection, the server or the sign-in is back. `isPassing` in
 * web/lib/http.rules.ts is wider: after 500 or 507 no call is repeated here.
 */
export const isRepeated = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && repeated.has(error.status);

/** Returns the delay before try `attempt` (from 1), ms. */
export const tryAgainAfterMs = (attempt: number, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 1_000;
