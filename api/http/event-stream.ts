/** Headers of an answer with server-sent events (WHATWG HTML, 9.2). */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Tells a proxy (nginx) not to buffer.
  'X-Accel-Buffering': 'no',
} as const;

/** Text of a heartbeat: a comment line, which keeps proxies from closing a stream on which nothing comes. */
export const heartbeat = ': still here\n\n';
/** Interval of the heartbeats, ms. */
export const heartbeatIntervalMs = 15_000;

/** Creates the bell that wakes a waiting reader when something has come. */
export function createBell() {
  let wake = () => {};
  return {
    /** Ends the wait. */
    ring: (): void => wake(),

    /** Waits until the bell rings, and no longer than `ms`. */
    async wait(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(1, ms));
      wake = resolve;
      await promise;
      clearTimeout(timer);
    },
  };
}

type Source = {
  /** Waits for the next text and returns it. The text may be empty only if the stream ends after it (`isOver`). */
  next(): Promise<{ text: string; isOver: boolean }>;
  /** Called when the stream ends, when `next` throws, and when the reader cancels. */
  close(): void;
};

const encoder = new TextEncoder();

/** Creates a stream of text at the pace of its reader: `next` is called for each read, and not before the first one. */
export function createEventStream({ next, close }: Source): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { text, isOver } = await next();
          if (text !== '') controller.enqueue(encoder.encode(text));
          if (!isOver) return;
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
