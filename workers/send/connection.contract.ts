/** The truth about the connection, as one machine that the sender runs and the page shows (§4: network/upload). */
export type ConnectionState =
  | { status: 'ok' }
  /** The device says that it has no network. `attempt` as it was, 0 where nothing had failed. */
  | { status: 'offline'; attempt: number; sinceMs: number }
  /** It works, but failed a short while ago. */
  | { status: 'unstable'; sinceMs: number }
  /** `attempt` counts failures in a row from 1; the next try begins at `atMs`. */
  | { status: 'retrying'; attempt: number; sinceMs: number; atMs: number }
  /** A try is under way whose answer decides; 0: nothing had failed before. */
  | { status: 'testing'; attempt: number }
  /** The circuit breaker is open: after so many failures nothing is sent until `untilMs`. */
  | { status: 'paused'; attempt: number; sinceMs: number; untilMs: number }
  /** The person stopped sending; only they begin again. */
  | { status: 'stopped'; attempt: number };

export type ConnectionEvent =
  | { type: 'online' | 'offline' | 'failed' | 'succeeded' | 'tick' | 'retryNow' | 'stop' | 'resume' }
  /** The server says when it may be asked again (`Retry-After`). */
  | { type: 'failed'; retryAfterMs: number };

export type ConnectionTimings = {
  /** §7: 1, 3, 5, 10 s; then the circuit opens. */
  retryDelaysMs: readonly number[];
  /** How long it stays open the first, the second … time; the last one repeats. */
  pausesMs: readonly number[];
  /** So long without a failure and it counts as well again. */
  settledAfterMs: number;
};

export { maySend, nextTickMs, reduceConnection, startConnection } from './connection.rules.ts';
