import type { ResultEvent } from '#api/contract/result-event.ts';
import { createBell, createEventStream, heartbeat, heartbeatIntervalMs } from '#api/http/event-stream.ts';
import type { FeedState, ResultFeed, Subscription } from './result-feed.ts';

/**
 * Returns the event that brings a page from the text that was sent last to the current one. Returns null if they are equal.
 * `sent` is null if nothing was sent yet.
 */
export function eventOf(sent: string | null, text: string): ResultEvent | null {
  if (sent === text) return null;
  return sent !== null && text.startsWith(sent)
    ? { event: 'more', text: text.slice(sent.length) }
    : { event: 'text', text };
}

type EventsOptions = {
  feed: Pick<ResultFeed, 'subscribe'>;
  sessionId: string;
  label: string;
  /** Reads the stored text; null if no result is being made. Called after subscribing, and with each heartbeat. */
  storedText(): Promise<string | null>;
  /** Whether the reader may go on. Called with each heartbeat, and as often while the text grows. */
  mayGoOn(): Promise<boolean>;
  /** Interval of the heartbeats, ms. */
  heartbeatMs?: number;
};

type Next = { message: string; hasEnded: boolean };

const toMessage = (event: ResultEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/**
 * Returns the text of a result as server-sent events (WHATWG HTML, 9.2; `result-event.ts`). The reader sets the pace: a
 * slow reader gets more text per event. The stream ends with the event `end`; without it when the reader may not go on. The
 * subscription is closed then, or when the reader cancels.
 */
export function createResultEvents(options: EventsOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { feed, sessionId, label, storedText, mayGoOn, heartbeatMs = heartbeatIntervalMs } = options;
  const bell = createBell();
  let subscription: Subscription | null = null;
  /** The text that the reader has; null before the first event. */
  let sent: string | null = null;
  let askedAtMs = performance.now();
  /** Whether the reader has lost the right to read, asked at the pace of the heartbeats. */
  const isRefused = async (message: string): Promise<boolean> => {
    if (message !== heartbeat && performance.now() - askedAtMs < heartbeatMs) return false;
    askedAtMs = performance.now();
    return !(await mayGoOn());
  };
  const messageOf = ({ text, hasEnded }: FeedState): string => {
    const event = text === null ? null : eventOf(sent, text);
    if (event) sent = text;
    return (event ? toMessage(event) : '') + (hasEnded ? toMessage({ event: 'end' }) : '');
  };
  const begin = async (): Promise<Next> => {
    // Subscribes before reading the stored text, so that nothing is missed in between.
    const own = (subscription = feed.subscribe({ sessionId, label }, bell.ring));
    const text = await storedText();
    const now = own.now();
    const hasEnded = now.hasEnded || (text === null && now.text === null);
    return { message: messageOf({ text: now.text ?? text, hasEnded }), hasEnded };
  };
  /** Waits for the next message and returns it. */
  const nextMessage = async (): Promise<Next> => {
    if (!subscription) return begin();
    // The wait begins before the feed is read, so that a change in between ends it.
    const waiting = bell.wait(heartbeatMs);
    const before = messageOf(subscription.now());
    if (before === '') await waiting;
    else bell.ring();
    const message = before || messageOf(subscription.now());
    if (message !== '') return { message, hasEnded: subscription.now().hasEnded };
    // The result may have ended without an event.
    const isOver = subscription.now().text === null && (await storedText()) === null;
    const now = subscription.now();
    const hasEnded = now.hasEnded || (isOver && now.text === null);
    return { message: messageOf({ ...now, hasEnded }) || heartbeat, hasEnded };
  };

  return createEventStream({
    async next() {
      const { message, hasEnded } = await nextMessage();
      const isLeft = !hasEnded && (await isRefused(message));
      return { text: isLeft ? '' : message, isOver: hasEnded || isLeft };
    },
    close() {
      subscription?.close();
      bell.ring();
    },
  });
}
