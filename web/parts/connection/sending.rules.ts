import type { ConnectionState } from '#workers/send/connection.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';

/**
 * Returns the whole seconds until the next try; null if no try is scheduled. None is scheduled if only the return of
 * the network can end the wait.
 */
export function secondsLeft(connection: ConnectionState, nowMs: number): number | null {
  if (connection.status !== 'retrying' && connection.status !== 'paused') return null;
  const { sinceMs } = connection;
  const untilMs = connection.status === 'retrying' ? connection.atMs : connection.untilMs;
  // If the clock of the device was set back, the wait must not appear longer than planned.
  const leftMs = Math.min(untilMs - nowMs, untilMs - sinceMs);
  return Math.max(0, Math.ceil(leftMs / 1000));
}

/** Time without progress after which the page says so, s. §8 names no number. */
const stallAfterS = 10;

/**
 * Returns for how many seconds sending has made no progress; null if that is less than `stallAfterS`, if nothing has to be
 * sent, or if the reason is known.
 */
export function stalledForS(send: SendState, nowMs: number): number | null {
  const { connection, bytesTotal, partsStored, partsTotal, isDone, movedAtMs } = send;
  if (connection.status !== 'ok' && connection.status !== 'unstable') return null;
  // A recording collects audio before it sends the next part.
  const isGathering = bytesTotal === null && partsStored >= partsTotal;
  if (isDone || isGathering) return null;
  const seconds = Math.floor((nowMs - movedAtMs) / 1000);
  return seconds >= stallAfterS ? seconds : null;
}

/**
 * Returns the share of the bytes that are sent, 0 to 1; null if the total is unknown. `bytesKnown` is the number of
 * bytes recorded so far.
 */
export function sentShare(send: SendState, bytesKnown: number | null): number | null {
  const total = send.bytesTotal ?? bytesKnown;
  return total ? Math.min(1, send.bytesSent / total) : null;
}
