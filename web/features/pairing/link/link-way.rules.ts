import type { Timings } from '#web/lib/time.ts';

/**
 * How the events are read: by a stream, or by polling until `pollUntilMs` (monotonic, ms) if the network holds streams back or
 * cuts them.
 */
export type LinkWay = {
  readonly pollUntilMs: number;
  /** Duration of the next period of polling, ms. It doubles each time that a stream fails. */
  readonly nextPollMs: number;
  /** Number of streams in a row that ended soon after they had begun, or fell silent. */
  readonly cuts: number;
  /** True if the last stream has `lived`. If the next one brings no first byte, the network is slow or lost, and does not hold streams back. */
  readonly hasLived: boolean;
};

/**
 * How a stream ended. `held`: before its first byte. `cut`: soon after its first byte. `lived`: later than that. `silent`: no byte came for
 * several intervals of the heartbeat, so the connection is lost, or the network holds back all but the beginning of a stream.
 */
export type StreamEnd = 'held' | 'cut' | 'lived' | 'silent';

type WayTimings = Pick<Timings, 'pairingStreamAgainMs' | 'pairingStreamAgainAtMostMs'>;

export const firstWay = (timings: WayTimings): LinkWay => ({
  pollUntilMs: -Infinity,
  nextPollMs: timings.pairingStreamAgainMs,
  cuts: 0,
  hasLived: false,
});

/**
 * Number of cut or silent streams in a row that may be due to a restart of the server, or to one lost connection. One more is due to the
 * network.
 */
const cutsAtMost = 1;

export function afterStream(way: LinkWay, end: StreamEnd, nowMs: number, timings: WayTimings): LinkWay {
  if (end === 'lived') return { ...firstWay(timings), hasLived: true };
  const cuts = end === 'held' ? 0 : way.cuts + 1;
  if (end !== 'held' && cuts <= cutsAtMost) return { ...way, cuts, hasLived: false };
  return {
    pollUntilMs: nowMs + way.nextPollMs,
    nextPollMs: Math.min(timings.pairingStreamAgainAtMostMs, way.nextPollMs * 2),
    cuts: 0,
    hasLived: false,
  };
}

export const isPolling = (way: LinkWay, nowMs: number): boolean => nowMs < way.pollUntilMs;

const ends = new Set([403, 404, 410]);
/** True if the server says that this side has no such pairing, so that asking again is of no use. */
export const isOver = (status: number): boolean => ends.has(status);
