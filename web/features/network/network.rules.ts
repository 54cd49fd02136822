import type { ConnectionState } from '#workers/send/connection.contract.ts';

/** `offline`: the device says so. `unreachable`: it is online, the server does not answer (§4: network bar). */
export type NetworkStatus = 'ok' | 'offline' | 'unreachable';

/** An answer of the server counts more than what the browser believes. */
export function statusAfterCheck(isReached: boolean, isOnline: boolean): NetworkStatus {
  if (isReached) return 'ok';
  return isOnline ? 'unreachable' : 'offline';
}

/** What the bar tells; null: nothing is wrong. */
export type NetworkTrouble =
  | 'offline'
  | 'paused'
  | 'retrying'
  | 'testing'
  | 'unreachable'
  | 'stopped'
  | 'unstable'
  | null;

/** The one truth of the page: what the browser and the health check say, and what those that send have seen. */
export function networkTrouble(status: NetworkStatus, connection: ConnectionState): NetworkTrouble {
  if (status === 'offline' || connection.status === 'offline') return 'offline';
  if (connection.status === 'paused' || connection.status === 'retrying') return connection.status;
  if (connection.status === 'testing') return 'testing';
  if (status === 'unreachable') return 'unreachable';
  return connection.status === 'ok' ? null : connection.status;
}

/** §4: an error is red, a warning yellow. Red where nothing goes at present. */
export const troubleTone = (trouble: NetworkTrouble): 'error' | 'warning' =>
  trouble === 'offline' || trouble === 'paused' ? 'error' : 'warning';

const byGravity = ['offline', 'paused', 'retrying', 'testing', 'stopped', 'unstable', 'ok'] as const;

/** Of several that send, the one that fares worst. */
export function worstConnection(connections: readonly ConnectionState[]): ConnectionState {
  for (const status of byGravity) {
    const found = connections.find((connection) => connection.status === status);
    if (found) return found;
  }
  return { status: 'ok' };
}

/** The circuit breaker is open, or was a moment ago (§4: retry now or abort are offered). */
export const isCircuitOpen = (connection: ConnectionState, retries: number): boolean =>
  connection.status === 'paused' || (connection.status === 'testing' && connection.attempt > retries);

/** What is spoken; `back`: all is well again. */
export type NetworkSpeech =
  | 'offline'
  | 'unreachable'
  | 'interrupted'
  | 'paused'
  | 'stopped'
  | 'unstable'
  | 'back'
  | null;

/**
 * What is to be heard after `before`: new troubles, not each try of one. A line that comes and goes is told once, until it is
 * well again.
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
