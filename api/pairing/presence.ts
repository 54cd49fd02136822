import { pairingSides, type PairingEvent, type PairingSide } from '#api/contract/pairing.ts';
import type { Later } from '#api/lib/later.ts';

type PresenceEvent = Extract<PairingEvent, { event: 'presence' }>;

/** Time for which a side without a stream is still there after its last call, ms. */
export const presenceMs = 10_000;

type Deps = {
  /** A monotonic clock, ms. */
  ranMs(): number;
  later: Later;
  tell(event: PresenceEvent): void;
};

/**
 * Tells which sides are there. A side is there while it has a stream open, and for a short time after that and after each call. The
 * stream of a phone that has lost its network may stay open for minutes. A phone that records reports all the time, so while it records,
 * only its calls count.
 */
export function createPresence({ ranMs, later, tell }: Deps) {
  const beganMs = ranMs();
  const create = (side: PairingSide) => ({
    side,
    streams: 0,
    /** Time of the last call of this side by `ranMs`; null if it has never called. */
    seenMs: null as number | null,
    /** Time by `ranMs` until which this side is there after the end of a stream. */
    heldMs: 0,
    isThere: false,
    cancel: null as (() => void) | null,
  });
  const sides = { desktop: create('desktop'), phone: create('phone') };
  type Side = (typeof sides)[PairingSide];
  let isReporting = false;

  const isListening = ({ side, streams }: Side): boolean => streams > 0 && !(side === 'phone' && isReporting);
  const toEvent = ({ side, isThere, seenMs }: Side): PresenceEvent => ({
    event: 'presence',
    side,
    is_there: isThere,
    away_ms: isThere ? 0 : Math.max(0, Math.round(ranMs() - (seenMs ?? beganMs))),
  });

  /** Finds out whether a side is there, tells a change, and sets the timer for the next look. */
  const look = (one: Side): void => {
    const seenUntilMs = one.seenMs === null ? 0 : one.seenMs + presenceMs;
    const leftMs = Math.max(seenUntilMs, one.heldMs) - ranMs();
    const isThere = isListening(one) || leftMs > 0;
    if (isThere !== one.isThere) {
      one.isThere = isThere;
      tell(toEvent(one));
    }
    if (!isThere || isListening(one) || one.cancel) return;
    one.cancel = later(Math.max(1, leftMs), () => {
      one.cancel = null;
      look(one);
    });
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
      call(one);
      return () => {
        one.streams -= 1;
        // The reader may reconnect, so the side is still there for a moment. The end of a stream is no call, so `seenMs` stays as it is.
        if (side === 'desktop' || !isReporting) one.heldMs = ranMs() + presenceMs;
        look(one);
      };
    },

    /** Sets whether the phone records. While it does, its calls alone show that it is there, not its stream. */
    expectReports(isExpected: boolean): void {
      isReporting = isExpected;
      look(sides.phone);
    },

    now: (): PresenceEvent[] => pairingSides.map((side) => toEvent(sides[side])),

    close(): void {
      for (const side of pairingSides) sides[side].cancel?.();
    },
  };
}
