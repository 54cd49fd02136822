import type { ResultEvent } from '#api/contract/result-event.ts';
import type { Heard, ResultFeed, Subscription } from './result-feed.ts';

/** What a page has been told of a text, and what it is told next so that it has all of it. */
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
  /** What is kept of it; asked after the feed is listened to, and with each sign of life. null: nothing is being made. */
  kept(): Promise<string | null>;
  /** Between two signs of life, so that no proxy takes the stream for dead. */
  heartbeatMs?: number;
};

const encoder = new TextEncoder();
const toMessage = (event: ResultEvent): string => `data: ${JSON.stringify(event)}\n\n`;
const heartbeat = ': still here\n\n';

/**
 * The text of a result as server-sent events (WHATWG HTML, 9.2; `result-event.ts`). Made by what the reader takes: a slow one
 * gets more at a time, and holds nothing up. Ends with `end`; when its reader has gone, nothing of it is left.
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
  /** Until the next change, or the time for a sign of life. */
  const changed = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, heartbeatMs);
    wake = resolve;
    await promise;
    clearTimeout(timer);
  };
  /** What is to be told now; waits until there is something. */
  const next = async (): Promise<Heard & { message: string }> => {
    if (!subscription) {
      // listened to before what is kept is read: nothing is missed in between
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
    // whatever has ended it without a word
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
    // nothing begins before somebody reads
    { highWaterMark: 0 },
  );
}
