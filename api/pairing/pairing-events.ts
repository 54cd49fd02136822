import {
  pairingHeartbeatMs,
  type Pairing,
  type PairingEvent,
  type PairingEvents,
} from '#api/contract/pairing.ts';
import { minuteMs } from '#api/contract/time.ts';
import { createBell, createEventStream, heartbeat, heartbeatIntervalMs } from '#api/http/event-stream.ts';
import type { Message } from './event-log.ts';
import type { Batch, Subscription } from './pairing-feed.ts';
import { pairingStreamMs } from './presence.ts';

type StreamOptions = {
  subscribe(onChange: () => void): Subscription;
  /** Id of the last event that the reader has. */
  after: string | undefined;
  /** Reads the pairing; null if it is gone. */
  pairing(): Promise<Pairing | null>;
  /** Returns the time that the events of the pairing tell, ms. */
  nowMs(): number;
  /** Interval of the heartbeats, and of the reads of the pairing from the database, ms. By default the reads are rarer. */
  heartbeatMs?: number;
  /**
   * Longest life of a stream, ms. The reader reconnects. That call shows that it is still there, and checks its sign-in and the functions of
   * its host again. If only calls count for the presence of the reader, the stream lives for `longestOfCallerMs` instead.
   */
  longestMs?: number;
};

/** Longest life of the stream of a reader whose presence only its calls show, ms. */
const longestOfCallerMs = minuteMs;

/**
 * Shortest wait for the expiry of a pairing, ms. A timer may run before the clock of the server shows the expiry. Then the stream waits
 * again, and must not read the pairing without a pause.
 */
const shortestMs = 50;

const toText = ({ id, json }: Message): string => `${id === null ? '' : `id: ${id}\n`}data: ${json}\n\n`;
const pairingText = (pairing: Pairing, now_ms: number): string =>
  toText({ id: null, json: JSON.stringify({ event: 'pairing', pairing, now_ms } satisfies PairingEvent) });

/** Returns what a listener is told when the pairing was deleted with its session. `last` is what they were told before. */
const goneOf = (last: Pairing): Pairing => ({
  ...last,
  state: 'expired',
  ended: last.ended ?? 'closed',
  expires_in_ms: 0,
  verification_code: null,
});

type Polled = { pairing: Pairing; batch: Batch | null; after: string | undefined; nowMs: number };

/** Returns the answer of one poll. */
export const toEvents = ({ pairing, batch, after, nowMs }: Polled): PairingEvents => ({
  last_id: batch?.lastId ?? after ?? '',
  events: [
    { event: 'pairing', pairing, now_ms: nowMs },
    ...(batch?.messages ?? []).map(({ json }) => JSON.parse(json) as PairingEvent),
  ],
});

/**
 * Returns the events of a pairing as server-sent events (WHATWG HTML, 9.2; `pairing.ts` of the contract). The first bytes come at once,
 * so that a page sees whether a proxy holds them back. Nothing is queued for a reader: a slow one takes more at a time. The stream ends
 * after the end of the pairing was told, after 7.5 to 10 s (that of a phone that records after a minute), and when the reader is so slow
 * that the feed has dropped events that it did not take. The reader then comes back with the id of its last event.
 */
export function createPairingStream(options: StreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { subscribe, nowMs, heartbeatMs = pairingHeartbeatMs } = options;
  const lookMs = options.heartbeatMs ?? heartbeatIntervalMs;
  // After a restart all readers come at the same time. Different lives of their streams spread their next calls.
  const { longestMs = pairingStreamMs * (1 - Math.random() / 4) } = options;
  const beganMs = performance.now();
  let subscription: Subscription | null = null;
  const bell = createBell();
  let lastId = options.after;
  /** The pairing as this stream has read it last, or its end if it was gone then; null if no read has found it. */
  let known: Pairing | null = null;
  /** Time of `performance.now()` at which the pairing is read again, even if no change of it was told. */
  let lookAtMs = 0;

  const textOf = (pairing: Pairing): string => pairingText(pairing, nowMs());
  const readPairing = async (): Promise<Pairing | null> => {
    const pairing = await options.pairing();
    known = pairing ?? (known && goneOf(known));
    const leftMs = Math.min(lookMs, Math.max(shortestMs, known?.expires_in_ms ?? 0));
    lookAtMs = performance.now() + leftMs;
    return known;
  };
  const begin = async (): Promise<string> => {
    // Subscribes before the pairing is read, so that no change in between is missed.
    subscription = subscribe(bell.ring);
    const pairing = await readPairing();
    if (!pairing) return '';
    if (pairing.ended !== null) return heartbeat + textOf(pairing);
    const { messages, lastId: now } = await subscription.read(lastId);
    lastId = now;
    return heartbeat + textOf(pairing) + messages.map(toText).join('');
  };
  /** Returns the text of what has come since the last event that was sent; null if the feed has dropped some of it. */
  const take = async (own: Subscription): Promise<string | null> => {
    const { messages, lastId: now, isFresh, isChanged } = await own.read(lastId);
    if (isFresh) return null;
    lastId = now;
    const pairing = isChanged ? await readPairing() : null;
    return messages.map(toText).join('') + (pairing ? textOf(pairing) : '');
  };
  /** Reads the pairing from the database, because its expiry causes no event. Returns the text of its end, or a heartbeat. */
  const look = async (): Promise<string> => {
    const pairing = await readPairing();
    return pairing && pairing.ended !== null ? textOf(pairing) : heartbeat;
  };
  const lookInTime = async (): Promise<string> => (performance.now() < lookAtMs ? '' : look());
  const leftMs = (): number =>
    beganMs + (subscription?.isShownByCalls() ? longestOfCallerMs : longestMs) - performance.now();

  /** Waits for the next text and returns it; null if the feed has dropped unsent events. Then the reader opens another stream. */
  const nextText = async (): Promise<string | null> => {
    if (!subscription) return begin();
    // The wait begins before the feed is read, so that what comes in between ends it.
    const waiting = bell.wait(Math.min(heartbeatMs, lookAtMs - performance.now(), leftMs()));
    const before = await take(subscription);
    if (before !== '' || subscription.isClosed()) {
      bell.ring();
      return before === null || subscription.isClosed() ? before : before + (await lookInTime());
    }
    await waiting;
    const text = await take(subscription);
    if (text === null) return null;
    return text + (await lookInTime()) || heartbeat;
  };
  /** True if nothing more comes for this reader. */
  const isOver = (): boolean =>
    known === null || known.ended !== null || subscription?.isClosed() === true || leftMs() <= 0;

  return createEventStream({
    async next() {
      const text = await nextText();
      return { text: text ?? '', isOver: text === null || isOver() };
    },
    close() {
      subscription?.close();
      bell.ring();
    },
  });
}
