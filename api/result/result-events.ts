import type { ResultEvent } from '#api/contract/result-event.ts';
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
  /** Interval of the heartbeats, ms. A heartbeat is a comment line that keeps proxies from closing the stream. */
  heartbeatMs?: number;
};

const encoder = new TextEncoder();
const toMessage = (event: ResultEvent): string => `data: ${JSON.stringify(event)}\n\n`;
const heartbeat = ': still here\n\n';

/**
 * Returns the text of a result as server-sent events (WHATWG HTML, 9.2; `result-event.ts`). The reader sets the pace: a
 * slow reader gets more text per event. The stream ends with the event `end`; without it when the reader may not go on. The subscription is closed then, or when
 * the reader cancels.
 */
export function createResultEvents(options: EventsOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { feed, sessionId, label, storedText, mayGoOn, heartbeatMs = 15_000 } = options;
  let subscription: Subscription | null = null;
  let wake = () => {};
  /** The text that the reader has; null before the first event. */
  let sent: string | null = null;
  let askedAtMs = performance.now();
  /** Whether the reader has lost the right to read, asked at the pace of the heartbeats. */
  const isRefused = async (message: string): Promise<boolean> => {
    if (message !== heartbeat && performance.now() - askedAtMs < heartbeatMs) return false;
    askedAtMs = performance.now();
    return !(await mayGoOn());
  };
  const close = () => {
    subscription?.close();
    wake();
  };

  const messageOf = ({ text, hasEnded }: FeedState): string => {
    const event = text === null ? null : eventOf(sent, text);
    if (event) sent = text;
    return (event ? toMessage(event) : '') + (hasEnded ? toMessage({ event: 'end' }) : '');
  };
  /** Resolves when the text has changed, and at the next heartbeat. */
  const changed = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, heartbeatMs);
    wake = resolve;
    await promise;
    clearTimeout(timer);
  };
  /** Waits for the next message and returns it. */
  const next = async (): Promise<FeedState & { message: string }> => {
    if (!subscription) {
      // Subscribes before reading the stored text, so that nothing is missed in between.
      const own = (subscription = feed.subscribe({ sessionId, label }, () => wake()));
      const text = await storedText();
      const now = own.now();
      const isOver = now.hasEnded || (text === null && now.text === null);
      const state = { text: now.text ?? text, hasEnded: isOver };
      return { ...state, message: messageOf(state) };
    }
    const waiting = changed();
    const before = messageOf(subscription.now());
    if (before === '') await waiting;
    else wake();
    const message = before || messageOf(subscription.now());
    if (message !== '') return { ...subscription.now(), message };
    // The result may have ended without an event.
    const isOver = subscription.now().text === null && (await storedText()) === null;
    const { text, hasEnded } = subscription.now();
    const state = { text, hasEnded: hasEnded || (isOver && text === null) };
    return { ...state, message: messageOf(state) || heartbeat };
  };

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { message, hasEnded } = await next();
          const isLeft = !hasEnded && (await isRefused(message));
          if (!isLeft) controller.enqueue(encoder.encode(message));
          if (!hasEnded && !isLeft) return;
          close();
          controller.close();
        } catch (error) {
          close();
          controller.error(error);
        }
      },
      cancel: close,
    },
    // With a high-water mark of 0 nothing is produced before the first read.
    { highWaterMark: 0 },
  );
}
