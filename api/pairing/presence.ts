import { pairingSides, type PairingEvent, type PairingSide } from '#api/contract/pairing.ts';
import type { Later } from '#api/lib/later.ts';

type PresenceEvent = Extract<PairingEvent, { event: 'presence' }>;

/** Time for which a side counts as present after each call, and after the end of its last stream, ms. */
export const presenceMs = 10_000;
/**
 * Longest life of a stream, ms. A network that is lost without a word leaves a stream open. So an open stream shows for this time only that
 * its reader is there; then the reader has to come back.
 */
export const pairingStreamMs = 10_000;

type Deps = {
  /** A monotonic clock, ms. */
  ranMs(): number;
  later: Later;
  tell(event: PresenceEvent): void;
};

const newSide = (side: PairingSide) => ({
  side,
  streams: 0,
  /** Time of the last call of this side by `ranMs`; null if it has never called. */
  seenMs: null as number | null,
  /** Time by `ranMs` until which this side counts as present because it has opened a stream. */
  listensUntilMs: 0,
  isThere: false,
  cancel: null as (() => void) | null,
});
type Side = ReturnType<typeof newSide>;

/**
 * Tells which sides are there: those that have called or opened a stream a short time ago. A phone that records reports all the time, so
 * while it records, only its calls count.
 */
export function createPresence({ ranMs, later, tell }: Deps) {
  const beganMs = ranMs();
  const sides = { desktop: newSide('desktop'), phone: newSide('phone') };
  let isReporting = false;

  const toEvent = ({ side, isThere, seenMs }: Side): PresenceEvent => ({
    event: 'presence',
    side,
    is_there: isThere,
    away_ms: isThere ? 0 : Math.max(0, Math.round(ranMs() - (seenMs ?? beganMs))),
  });
  const untilMs = ({ side, seenMs, listensUntilMs }: Side): number => {
    const seenUntilMs = seenMs === null ? 0 : seenMs + presenceMs;
    return side === 'phone' && isReporting ? seenUntilMs : Math.max(seenUntilMs, listensUntilMs);
  };

  /** Finds out whether a side is there, tells a change, and sets the timer for the next look. */
  const look = (one: Side): void => {
    const leftMs = untilMs(one) - ranMs();
    const isThere = leftMs > 0;
    if (isThere !== one.isThere) {
      one.isThere = isThere;
      tell(toEvent(one));
    }
    if (!isThere || one.cancel) return;
    one.cancel = later(Math.max(1, leftMs), () => {
      one.cancel = null;
      look(one);
    });
  };
  /** Computes the presence of a side again, and sets its timer anew, because the presence may end earlier than the timer was set for. */
  const lookAnew = (one: Side): void => {
    one.cancel?.();
    one.cancel = null;
    look(one);
  };
  const call = (one: Side): void => {
    one.seenMs = ranMs();
    look(one);
  };

  return {
    /** Notes a call of this side. */
    seen: (side: PairingSide): void => call(sides[side]),

    /** Notes that this side listens. Returns a function that notes the end. */
    listen(side: PairingSide): () => void {
      const one = sides[side];
      one.streams += 1;
      one.listensUntilMs = ranMs() + pairingStreamMs + presenceMs;
      call(one);
      return () => {
        one.streams -= 1;
        // The reader may reconnect, so its side stays present for `presenceMs`.
        if (one.streams === 0) one.listensUntilMs = Math.min(one.listensUntilMs, ranMs() + presenceMs);
        lookAnew(one);
      };
    },

    /** Sets whether the phone records. While it does, its calls alone show that it is there, not its stream. */
    expectReports(isExpected: boolean): void {
      isReporting = isExpected;
      lookAnew(sides.phone);
    },

    /**
     * True if only calls count for the presence of this side: for a phone that records. Its stream may then stay open for longer, because
     * its reconnecting would show nothing.
     */
    isShownByCalls: (side: PairingSide): boolean => side === 'phone' && isReporting,

    now: (): PresenceEvent[] => pairingSides.map((side) => toEvent(sides[side])),

    close(): void {
      for (const side of pairingSides) sides[side].cancel?.();
    },
  };
}
