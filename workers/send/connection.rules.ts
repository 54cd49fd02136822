/** State machine of the connection: the sender runs it, the page shows it (§4: network/upload). */
export type ConnectionState =
  | { status: 'ok' }
  /** The device reports no network. `attempt` is the number of consecutive failures before that. */
  | { status: 'offline'; attempt: number; sinceMs: number }
  | { status: 'unstable'; sinceMs: number }
  /** Waits after a failure. `attempt` is the number of consecutive failures, from 1. The next try begins at `atMs`. */
  | { status: 'retrying'; attempt: number; sinceMs: number; atMs: number }
  /** The next request is a test: its answer decides. `attempt` is the number of consecutive failures before that. */
  | { status: 'testing'; attempt: number }
  /** The circuit breaker is open: nothing is sent until `untilMs`. */
  | { status: 'paused'; attempt: number; sinceMs: number; untilMs: number }
  /** The person stopped sending; only `resume` continues. */
  | { status: 'stopped'; attempt: number };

export type ConnectionEvent =
  | { type: 'online' | 'offline' | 'failed' | 'succeeded' | 'tick' | 'retryNow' | 'stop' | 'resume' }
  /** `retryAfterMs` is from the server's `Retry-After`. */
  | { type: 'failed'; retryAfterMs: number };

export type ConnectionTimings = {
  /** Delays after the first failures, ms (§7: 1, 3, 5, 10 s). After them the circuit breaker opens. */
  retryDelaysMs: readonly number[];
  /** Times that the circuit breaker stays open, ms: first, second and so on; the last one repeats. */
  pausesMs: readonly number[];
  /** Time without a failure after which the connection counts as stable, ms. */
  settledAfterMs: number;
};

type Clock = { nowMs: number; timings: ConnectionTimings };

export const startConnection: ConnectionState = { status: 'ok' };

/** Upper limit for `Retry-After`, ms. Browser timers also overflow at 24 days. */
const longestRetryAfterMs = 3_600_000;

/**
 * Applies an event. The sender reports each failure and each acknowledged request, sends only while `maySend`, and
 * sends a `tick` at `nextTickMs`. The device's clock may change: if it is set back, a wait starts again; if it is set
 * forward, one wait is shorter.
 */
export function reduceConnection(
  state: ConnectionState,
  event: ConnectionEvent,
  { nowMs, timings }: Clock,
): ConnectionState {
  if (state.status === 'stopped') return event.type === 'resume' ? testing(state) : state;
  switch (event.type) {
    case 'stop':
      return { status: 'stopped', attempt: failures(state) };
    case 'offline':
      return state.status === 'offline'
        ? state
        : { status: 'offline', attempt: failures(state), sinceMs: nowMs };
    case 'online':
    case 'retryNow':
      return isWaiting(state) ? testing(state) : state;
    case 'succeeded':
      return afterSuccess(state, { nowMs, timings });
    case 'failed':
      if (isWaiting(state)) return state;
      return waiting(failures(state) + 1, 'retryAfterMs' in event ? event.retryAfterMs : 0, {
        nowMs,
        timings,
      });
    case 'tick':
      return afterTick(state, { nowMs, timings });
    case 'resume':
      return state;
  }
}

export const maySend = ({ status }: ConnectionState): boolean =>
  status === 'ok' || status === 'unstable' || status === 'testing';

/**
 * Returns when the next `tick` is due, ms since the epoch; null if none is. While the device is offline, a try follows
 * after the longest pause, because the browser's signal may be wrong: a server on the same device needs no network.
 */
export function nextTickMs(state: ConnectionState, timings: ConnectionTimings): number | null {
  switch (state.status) {
    case 'offline':
      return state.sinceMs + (timings.pausesMs.at(-1) ?? 0);
    case 'unstable':
      return state.sinceMs + timings.settledAfterMs;
    case 'retrying':
      return state.atMs;
    case 'paused':
      return state.untilMs;
    default:
      return null;
  }
}

type Waiting = Extract<ConnectionState, { status: 'offline' | 'retrying' | 'paused' }>;

const isWaiting = (state: ConnectionState): state is Waiting =>
  state.status === 'offline' || state.status === 'retrying' || state.status === 'paused';

const failures = (state: ConnectionState): number => ('attempt' in state ? state.attempt : 0);

const testing = ({ attempt }: { attempt: number }): ConnectionState => ({ status: 'testing', attempt });

/** Returns the wait after `attempt` consecutive failures: first the delays of §7, then an open circuit breaker. */
function waiting(attempt: number, retryAfterMs: number, { nowMs, timings }: Clock): ConnectionState {
  const { retryDelaysMs, pausesMs } = timings;
  const askedMs = retryAfterMs > 0 ? Math.min(retryAfterMs, longestRetryAfterMs) : 0;
  const delayMs = retryDelaysMs[attempt - 1];
  if (delayMs !== undefined) {
    return { status: 'retrying', attempt, sinceMs: nowMs, atMs: nowMs + Math.max(delayMs, askedMs) };
  }
  const pauseMs = pausesMs[attempt - 1 - retryDelaysMs.length] ?? pausesMs.at(-1) ?? 0;
  return { status: 'paused', attempt, sinceMs: nowMs, untilMs: nowMs + Math.max(pauseMs, askedMs) };
}

/** An answer of the server overrides any other state. */
function afterSuccess(state: ConnectionState, { nowMs, timings }: Clock): ConnectionState {
  if (state.status === 'ok') return state;
  if (state.status === 'unstable') return afterTick(state, { nowMs, timings });
  return { status: 'unstable', sinceMs: nowMs };
}

function afterTick(state: ConnectionState, { nowMs, timings }: Clock): ConnectionState {
  const dueMs = nextTickMs(state, timings);
  if (dueMs === null || !('sinceMs' in state)) return state;
  if (nowMs < state.sinceMs) return anchored(state, nowMs);
  if (nowMs < dueMs) return state;
  return state.status === 'unstable' ? { status: 'ok' } : testing(state);
}

/** Restarts a wait if the clock was set back to before its start. */
function anchored(
  state: Waiting | Extract<ConnectionState, { status: 'unstable' }>,
  nowMs: number,
): ConnectionState {
  const shiftMs = nowMs - state.sinceMs;
  if (state.status === 'retrying') return { ...state, sinceMs: nowMs, atMs: state.atMs + shiftMs };
  if (state.status === 'paused') return { ...state, sinceMs: nowMs, untilMs: state.untilMs + shiftMs };
  return { ...state, sinceMs: nowMs };
}
