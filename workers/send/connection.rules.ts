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

type Clock = { nowMs: number; timings: ConnectionTimings };

export const startConnection: ConnectionState = { status: 'ok' };

/** A server that asks for a longer rest is asked again all the same; timers also end at 24 days. */
const longestRetryAfterMs = 3_600_000;

/**
 * What follows from an event. Whoever sends reports each failure and each acknowledged request, sends only while `maySend`,
 * and gives a `tick` at `nextTickMs`. Times by the device's clock: where it is set back, a wait begins anew; where it is set
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

/** Whether a request may begin. */
export const maySend = ({ status }: ConnectionState): boolean =>
  status === 'ok' || status === 'unstable' || status === 'testing';

/**
 * When the state changes by time alone, ms since the epoch; null: never. Offline, a try is made after the longest pause,
 * since the browser's signal may be wrong: a server on the same device answers without any network.
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

/** `attempt` failures in a row: the delays of §7 one after the other, then the circuit is open. */
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

/** An answer of the server counts most, whatever was believed of the connection. */
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

/** The clock was set back behind the wait's beginning: the same wait from now. */
function anchored(
  state: Waiting | Extract<ConnectionState, { status: 'unstable' }>,
  nowMs: number,
): ConnectionState {
  const shiftMs = nowMs - state.sinceMs;
  if (state.status === 'retrying') return { ...state, sinceMs: nowMs, atMs: state.atMs + shiftMs };
  if (state.status === 'paused') return { ...state, sinceMs: nowMs, untilMs: state.untilMs + shiftMs };
  return { ...state, sinceMs: nowMs };
}
