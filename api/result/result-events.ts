import type { ResultEvent } from '#api/contract/result-event.ts';
import type { Heard, ResultFeed, Subscription } from './result-feed.ts';

/** The event that brings a page from the text it has (`told`) to the present one. */
export function eventOf(told: string | null, text: string): ResultEvent | null {
  if (told === text) return null;
  return told !== null && text.startsWith(told)
    ? { event: 'more', text: text.slice(told.length) }
    : { event: 'text', text };
}

export type EventsOptions = {
  feed: Pick<ResultFeed, 'subscribe'>;
  sessionId: string;
  label: string;
  /** Stored text; read after subscribing, and with each heartbeat. null: no result is being made. */
  kept(): Promise<string | null>;
  /** Interval of heartbeats, which keep proxies from closing the stream, ms. */
  heartbeatMs?: number;
};

const encoder = new TextEncoder();
const toMessage = (event: ResultEvent): string => `data: ${JSON.stringify(event)}\n\n`;
const heartbeat = ': still here\n\n';

/**
 * The text of a result as server-sent events (WHATWG HTML, 9.2; `result-event.ts`). The reader sets the pace: a slow one gets
 * more at a time. Ends with `end`; frees everything when its reader has gone.
 */
export function createResultEvents(options: EventsOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { feed, sessionId, label, kept, heartbeatMs = 15_000 } = options;
  let subscription: Subscription | null = null;
  let wake = () => {};
  let told: string | null = null;
  const close = () => {
    subscription?.close();
    wake();
  };

  const messageOf = ({ text, hasEnded }: Heard): string => {
    const event = text === null ? null : eventOf(told, text);
    if (event) told = text;
    return (event ? toMessage(event) : '') + (hasEnded ? toMessage({ event: 'end' }) : '');
  };
  const changed = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, heartbeatMs);
    wake = resolve;
    await promise;
    clearTimeout(timer);
  };
  /** The next message; waits until there is one. */
  const next = async (): Promise<Heard & { message: string }> => {
    if (!subscription) {
      // Subscribes before reading the stored text, so that nothing is missed in between.
      const own = (subscription = feed.subscribe({ sessionId, label }, () => wake()));
      const text = await kept();
      const now = own.now();
      const isOver = now.hasEnded || (text === null && now.text === null);
      const heard = { text: now.text ?? text, hasEnded: isOver };
      return { ...heard, message: messageOf(heard) };
    }
    const waiting = changed();
    const before = messageOf(subscription.now());
    if (before === '') await waiting;
    else wake();
    const message = before || messageOf(subscription.now());
    if (message !== '') return { ...subscription.now(), message };
    // The result may have ended without an event.
    const isOver = subscription.now().text === null && (await kept()) === null;
    const { text, hasEnded } = subscription.now();
    const heard = { text, hasEnded: hasEnded || (isOver && text === null) };
    return { ...heard, message: messageOf(heard) || heartbeat };
  };

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { message, hasEnded } = await next();
          controller.enqueue(encoder.encode(message));
          if (!hasEnded) return;
          close();
          controller.close();
        } catch (error) {
          close();
          controller.error(error);
        }
      },
      cancel: close,
    },
    // Starts only when somebody reads.
    { highWaterMark: 0 },
  );
}
