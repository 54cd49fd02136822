import type { ConnectionState } from '#workers/send/connection.contract.ts';

/** `offline`: the browser is offline. `unreachable`: it is online, but the server does not answer (§4: network bar). */
export type NetworkStatus = 'ok' | 'offline' | 'unreachable';

/** Returns the status after a health check. If the server answers, the browser's own status does not matter. */
export function statusAfterCheck(isReached: boolean, isOnline: boolean): NetworkStatus {
  if (isReached) return 'ok';
  return isOnline ? 'unreachable' : 'offline';
}

export type NetworkTrouble =
  | 'offline'
  | 'paused'
  | 'retrying'
  | 'testing'
  | 'unreachable'
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
  if (status === 'unreachable') return 'unreachable';
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
