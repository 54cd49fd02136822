/** `offline`: the device says so. `unreachable`: it is online, the server does not answer (§4: network bar). */
export type NetworkStatus = 'ok' | 'offline' | 'unreachable';

/** An answer of the server counts more than what the browser believes. */
export function statusAfterCheck(isReached: boolean, isOnline: boolean): NetworkStatus {
  if (isReached) return 'ok';
  return isOnline ? 'unreachable' : 'offline';
}
