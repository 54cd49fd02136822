/** `status`: HTTP status of a failed call, 0 without an answer; null for an error that is not of a call. */
type Failure = { status: number | null };

export function failureOf(error: unknown): Failure {
  const has = typeof error === 'object' && error !== null ? error : {};
  return { status: 'status' in has && typeof has.status === 'number' ? has.status : null };
}

/** Nobody has said no: the same call succeeds once the connection, the server or the sign-in is back. */
export function isPassing({ status }: Failure): boolean {
  return status !== null && (status === 0 || [401, 408, 425, 429, 502, 503, 504].includes(status));
}

/** Before the nth try (n from 1) of a call that nobody has refused. */
export const tryAgainAfterMs = (attempt: number, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 1_000;
