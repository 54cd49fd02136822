import type { ConnectionState } from '#workers/send/connection.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';

/** Whole seconds until the next try; null where none is waited for, or where only the network can end the wait. */
export function secondsLeft(connection: ConnectionState, nowMs: number): number | null {
  if (connection.status !== 'retrying' && connection.status !== 'paused') return null;
  const { sinceMs } = connection;
  const untilMs = connection.status === 'retrying' ? connection.atMs : connection.untilMs;
  // A clock that was set back must not promise a longer wait than there is.
  const leftMs = Math.min(untilMs - nowMs, untilMs - sinceMs);
  return Math.max(0, Math.ceil(leftMs / 1000));
}

/** §8 names it without a number: from here on a standstill is told, with its seconds. */
export const stallAfterS = 10;

/** Seconds without progress once they are worth a word; null before, while nothing is asked to move, or where the reason is known. */
export function stalledForS(send: SendState, nowMs: number): number | null {
  const { connection, bytesTotal, partsStored, partsTotal, isDone, movedAtMs } = send;
  if (connection.status !== 'ok' && connection.status !== 'unstable') return null;
  // A recording gathers sound before it sends the next part.
  const isGathering = bytesTotal === null && partsStored >= partsTotal;
  if (isDone || isGathering) return null;
  const seconds = Math.floor((nowMs - movedAtMs) / 1000);
  return seconds >= stallAfterS ? seconds : null;
}

/** 0 to 1 of what is to go; null while nobody can tell. `bytesKnown`: what there is of a recording that goes on. */
export function sentShare(send: SendState, bytesKnown: number | null): number | null {
  const total = send.bytesTotal ?? bytesKnown;
  return total ? Math.min(1, send.bytesSent / total) : null;
}
