import { pairingSides, type PairingEvent, type PairingSide } from '#api/contract/pairing.ts';
import type { Later } from '#api/lib/later.ts';

type PresenceEvent = Extract<PairingEvent, { event: 'presence' }>;

/** A side without a stream is there for so long after its last call, ms. */
export const presenceMs = 10_000;

type Deps = {
  /** Time that only runs forward, ms. */
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
    /** Until when a side is there that has listened, and may come back. */
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
        // Streams end after a while, and the reader comes back. That one ends is no sign of life, so it is not seen then.
        if (side === 'desktop' || !isReporting) one.heldMs = ranMs() + presenceMs;
        look(one);
      };
    },

    /** Notes whether the phone records, so that it must report all the time. */
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
