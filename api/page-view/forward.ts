import type { Log } from '#api/lib/log.ts';
import type { LogFields } from '#api/lib/logged-fields.rules.ts';

/** A page view as it is passed on. It names neither the person, nor the device or its address. */
export type SeenPage = { host: string; path: string; at: string };

type Options = {
  /** Address of the server that counts page views (`PAGE_VIEWS_URL`). */
  url: string;
  log: Log;
  /** Longest time to pass one view on, ms. Tests shorten it. */
  timeoutMs?: number;
};

export type PageViewForwarding = ReturnType<typeof createForwarding>;

/** Number of views that may be on their way. Further ones are dropped, so that a slow server costs neither memory nor sockets. */
const mostUnderWay = 20;
const defaultTimeoutMs = 5_000;

/** Creates what passes page views on. A view that cannot be passed on is lost: nobody waits for it, and it is not sent again. */
export function createForwarding({ url, log, timeoutMs = defaultTimeoutMs }: Options) {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let isFailing = false;

  const failed = (fields: LogFields): void => {
    // Only the first failure in a row is logged. Otherwise each screen would add a line.
    if (!isFailing && !closing.signal.aborted) log.warn(fields, 'page view: it could not be passed on');
    isFailing = true;
  };
  const post = async (view: SeenPage): Promise<number> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(view),
      // A redirect would lead the view to a server that nobody has set up.
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.status;
  };
  const attempt = async (view: SeenPage): Promise<void> => {
    try {
      const status = await post(view);
      if (status >= 400) failed({ reply: status });
      else isFailing = false;
    } catch (err) {
      failed({ err });
    }
  };

  return {
    /** Passes a view on in the background. */
    send(view: SeenPage): void {
      if (closing.signal.aborted || underWay.size >= mostUnderWay) return;
      const sending = attempt(view).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },

    /** Ends the requests that are under way. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
