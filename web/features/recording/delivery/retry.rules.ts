/** HTTP status of a failed call: 0 without an answer; null if the error does not come from a call. */
type Failure = { status: number | null };

export function failureOf(error: unknown): Failure {
  const has = typeof error === 'object' && error !== null ? error : {};
  return { status: 'status' in has && typeof has.status === 'number' ? has.status : null };
}

/** True if the same call can succeed once the connection, the server or the sign-in is back. */
export function isPassing({ status }: Failure): boolean {
  return status !== null && (status === 0 || [401, 408, 425, 429, 502, 503, 504].includes(status));
}

/** Returns the delay before try `attempt` (from 1), ms. */
export const tryAgainAfterMs = (attempt: number, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 1_000;
