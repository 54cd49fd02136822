import type { Pairing, PairingEvent, PairingEvents, PairingSide } from '#api/contract/pairing.ts';
import { minuteMs } from '#api/contract/time.ts';
import type { Message } from './event-log.ts';
import type { Batch, Subscription } from './pairing-feed.ts';

type StreamOptions = {
  subscribe(side: PairingSide, onChange: () => void): Subscription;
  side: PairingSide;
  /** Id of the last event that the reader has. */
  after: string | undefined;
  /** Reads the pairing; null if it is gone. */
  pairing(): Promise<Pairing | null>;
  /** Whether the reader may go on. Called with each heartbeat, and as often while events come. */
  mayGoOn(): Promise<boolean>;
  /** Interval of the heartbeats, ms. A heartbeat is a comment line that keeps proxies from closing the stream. */
  heartbeatMs?: number;
  /** Longest life of a stream, ms. The reader reconnects, so that guard, function tag and presence are checked again. */
  longestMs?: number;
};

const encoder = new TextEncoder();
const heartbeat = ': still here\n\n';
/** Lower bound of the timer that waits for the expiry of a pairing, ms. A timer that fires early is set again. */
const shortestMs = 50;

const toText = ({ id, json }: Message): string => `${id === null ? '' : `id: ${id}\n`}data: ${json}\n\n`;
const pairingText = (pairing: Pairing): string =>
  toText({ id: null, json: JSON.stringify({ event: 'pairing', pairing } satisfies PairingEvent) });

/** A pairing whose session was deleted while somebody listened. */
const goneOf = (last: Pairing): Pairing => ({
  ...last,
  state: 'expired',
  ended: last.ended ?? 'closed',
  expires_in_ms: 0,
  verification_code: null,
});

/** Returns the answer of one poll. */
export const toEvents = (
  pairing: Pairing,
  batch: Batch | null,
  after: string | undefined,
): PairingEvents => ({
  last_id: batch?.lastId ?? after ?? '',
  events: [
    { event: 'pairing', pairing },
    ...(batch?.messages ?? []).map(({ json }) => JSON.parse(json) as PairingEvent),
  ],
});

/** Creates a timer that can be ended before its time by `ring`. */
function createBell() {
  let wake = () => {};
  return {
    ring: () => wake(),
    async wait(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(1, ms));
      wake = resolve;
      await promise;
      clearTimeout(timer);
    },
  };
}

/** Creates what returns the text for a reader, piece by piece. */
function createReader(options: StreamOptions) {
  const { subscribe, side, mayGoOn, heartbeatMs = 15_000, longestMs = minuteMs } = options;
  const beganMs = performance.now();
  let subscription: Subscription | null = null;
  const bell = createBell();
  let lastId = options.after;
  let known: Pairing | null = null;
  /** When the pairing must be read again, whatever comes until then. */
  let lookAtMs = 0;
  let askedAtMs = performance.now();

  const readPairing = async (): Promise<Pairing | null> => {
    const pairing = await options.pairing();
    known = pairing ?? (known && goneOf(known));
    const leftMs = Math.min(heartbeatMs, Math.max(shortestMs, known?.expires_in_ms ?? 0));
    lookAtMs = performance.now() + leftMs;
    return known;
  };
  const begin = async (): Promise<string> => {
    // Subscribes before the pairing is read, so that no change in between is missed.
    subscription = subscribe(side, bell.ring);
    const pairing = await readPairing();
    if (!pairing) return '';
    if (pairing.ended !== null) return heartbeat + pairingText(pairing);
    const { messages, lastId: now } = await subscription.read(lastId);
    lastId = now;
    return heartbeat + pairingText(pairing) + messages.map(toText).join('');
  };
  /** Returns the text of what has come; null if events are lost. */
  const take = async (own: Subscription): Promise<string | null> => {
    const { messages, lastId: now, isFresh, isChanged } = await own.read(lastId);
    if (isFresh) return null;
    lastId = now;
    const pairing = isChanged ? await readPairing() : null;
    return messages.map(toText).join('') + (pairing ? pairingText(pairing) : '');
  };
  /** Nobody tells when the time of a pairing is up. */
  const look = async (): Promise<string> => {
    const pairing = await readPairing();
    return pairing && pairing.ended !== null ? pairingText(pairing) : heartbeat;
  };
  const lookInTime = async (): Promise<string> => (performance.now() < lookAtMs ? '' : look());

  return {
    /** Waits for the next text and returns it; null where the reader must come back. */
    async next(): Promise<string | null> {
      if (!subscription) return begin();
      // When something has changed, at the next heartbeat, and when the time of the pairing is up.
      const waiting = bell.wait(lookAtMs - performance.now());
      const before = await take(subscription);
      if (before !== '' || subscription.isClosed()) {
        bell.ring();
        return before === null || subscription.isClosed() ? before : before + (await lookInTime());
      }
      await waiting;
      const text = await take(subscription);
      if (text === null) return null;
      return text === '' ? look() : text + (await lookInTime());
    },

    /** True if nothing more comes for this reader. Whether they may go on is asked at the pace of the heartbeats. */
    async isOver(): Promise<boolean> {
      if (known === null || known.ended !== null || subscription?.isClosed()) return true;
      if (performance.now() - beganMs >= longestMs) return true;
      if (performance.now() - askedAtMs < heartbeatMs) return false;
      askedAtMs = performance.now();
      return !(await mayGoOn());
    },

    close(): void {
      subscription?.close();
      bell.ring();
    },
  };
}

/**
 * Returns the events of a pairing as server-sent events (WHATWG HTML, 9.2; `pairing.ts` of the contract). The first bytes come at once,
 * so that a page sees whether a proxy holds them back. Nothing is queued for a reader: a slow one takes more at a time, and one that is so
 * slow that events are not known any more is left, and comes back. The stream ends after the end of the pairing was told, when the reader
 * may not go on, and after a minute: the reader comes back after the id of its last event.
 */
export function createPairingStream(options: StreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = createReader(options);
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const text = await reader.next();
          const isOver = text === null || (await reader.isOver());
          if (text) controller.enqueue(encoder.encode(text));
          if (!isOver) return;
          reader.close();
          controller.close();
        } catch (error) {
          reader.close();
          controller.error(error);
        }
      },
      cancel: () => reader.close(),
    },
    // With a high-water mark of 0 nothing is produced before the first read.
    { highWaterMark: 0 },
  );
}
