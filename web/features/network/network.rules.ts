import type { ConnectionState } from '#workers/send/connection.contract.ts';

/**
 * What is wrong (§4.6). `offline`: the browser is offline. `unreachable`: it is online, but nothing answers. `down`: an answer
 * came that says that the server does not work. `blocked`: something between browser and server stops calls or answers them.
 */
export type NetworkStatus = 'ok' | 'offline' | 'unreachable' | 'down' | 'blocked';

/**
 * What became of a health check. `failing`: answered by a status that says that the server does not work. `foreign`: answered by
 * something that is not our server. `late`: not answered in time. `silent`: not answered at all.
 */
export type HealthOutcome = 'reached' | 'failing' | 'foreign' | 'late' | 'silent';

/** Returns the outcome of a health check that has failed with `error`. */
export function failureToOutcome(error: unknown): HealthOutcome {
  const { status, code } = { status: 0, code: '', ...(error as Partial<{ status: number; code: string }>) };
  if (status >= 500) return 'failing';
  if (status > 0) return code === 'network.unexpected' ? 'foreign' : 'reached';
  return code === 'network.timeout' ? 'late' : 'silent';
}

/**
 * Returns the status after a health check. If the server answers, the browser's own status does not matter.
 * `isOtherAnswered`: whether another call to the same origin was answered right after a silent check. Then the origin can be
 * reached, and something stops this very call.
 */
export function statusAfterCheck(
  outcome: HealthOutcome,
  isOnline: boolean,
  isOtherAnswered: boolean,
): NetworkStatus {
  switch (outcome) {
    case 'reached':
      return 'ok';
    case 'failing':
      return 'down';
    case 'foreign':
      return 'blocked';
    default:
      if (!isOnline) return 'offline';
      return outcome === 'silent' && isOtherAnswered ? 'blocked' : 'unreachable';
  }
}

/** Calls of which nobody has to know that something stops them, because nothing is lost with them. */
const unimportant = /^\/api\/v1\/(page-views|survey)\/?$/;

/** True if the page says that calls to this path are blocked. */
export const isWorthTelling = (path: string): boolean => !unimportant.test(path);

export type NetworkTrouble =
  | 'offline'
  | 'paused'
  | 'retrying'
  | 'testing'
  | 'unreachable'
  | 'down'
  | 'blocked'
  | 'stopped'
  | 'unstable'
  | 'signIn'
  | null;

/** Combines the status of the health check with that of the running uploads, and that of the identity provider. */
export function networkTrouble(
  status: NetworkStatus,
  connection: ConnectionState,
  isProviderAway: boolean,
): NetworkTrouble {
  if (status === 'offline' || connection.status === 'offline') return 'offline';
  if (connection.status === 'paused' || connection.status === 'retrying') return connection.status;
  if (connection.status === 'testing') return 'testing';
  if (status !== 'ok') return status;
  if (connection.status !== 'ok') return connection.status;
  return isProviderAway ? 'signIn' : null;
}

/** Returns the colour of the bar (§4): red, an error, while nothing can be sent; else yellow, a warning. */
export const troubleTone = (trouble: NetworkTrouble): 'error' | 'warning' =>
  trouble === 'offline' || trouble === 'paused' ? 'error' : 'warning';

const byGravity = ['offline', 'paused', 'retrying', 'testing', 'stopped', 'unstable', 'ok'] as const;

export function worstConnection(connections: readonly ConnectionState[]): ConnectionState {
  for (const status of byGravity) {
    const found = connections.find((connection) => connection.status === status);
    if (found) return found;
  }
  return { status: 'ok' };
}

/** True while the circuit breaker is open or tests the connection. Then the bar offers to retry now or to stop (§4). */
export const isCircuitOpen = (connection: ConnectionState, retries: number): boolean =>
  connection.status === 'paused' || (connection.status === 'testing' && connection.attempt > retries);

/** Announcement for screen readers. `back` says that the problem is over. */
export type NetworkSpeech =
  | 'offline'
  | 'unreachable'
  | 'down'
  | 'blocked'
  | 'interrupted'
  | 'paused'
  | 'stopped'
  | 'unstable'
  | 'signIn'
  | 'back'
  | null;

/**
 * Returns the announcement that follows `before`. Only new problems are announced, not each try. An unstable connection is
 * announced once until it recovers.
 */
export function speechAfter(before: NetworkSpeech, trouble: NetworkTrouble): NetworkSpeech {
  const wasTrouble = before !== null && before !== 'back';
  switch (trouble) {
    case null:
      return wasTrouble ? 'back' : before;
    case 'testing':
      return wasTrouble ? before : 'interrupted';
    case 'retrying':
      return before === 'paused' ? before : 'interrupted';
    case 'unstable':
      return before === 'interrupted' ? before : 'unstable';
    default:
      return trouble;
  }
}
