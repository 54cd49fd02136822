import { pairingSides, type PairingEvent, type PairingSide } from '#api/contract/pairing.ts';
import type { Later } from '#api/lib/later.ts';

type PresenceEvent = Extract<PairingEvent, { event: 'presence' }>;

/** Time after its last call for which a side without a stream counts as present, ms. */
export const presenceMs = 10_000;

type Deps = {
  /** A monotonic clock, ms. */
  ranMs(): number;
  later: Later;
  tell(event: PresenceEvent): void;
};

/**
 * Which side is there: the one that listens, or has called a short time ago. A phone without a network may seem to listen for minutes,
 * because nobody ends the connection. So while it records, only its reports count.
 */
export function createPresence({ ranMs, later, tell }: Deps) {
  const beganMs = ranMs();
  const create = (side: PairingSide) => ({
    side,
    streams: 0,
    /** When this side called last; null: never. */
    seenMs: null as number | null,
    /** Monotonic time until which a side counts as present after its stream has ended, ms. */
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
        // The reader of an ended stream may reconnect, so the side stays present for a moment. The end is no call, so `seenMs` stays.
        if (side === 'desktop' || !isReporting) one.heldMs = ranMs() + presenceMs;
        look(one);
      };
    },

    /** Sets whether the phone records. While it does, only its reports count as presence, not its stream. */
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
