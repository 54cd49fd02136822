import type { WindowFeed } from '#wasm/live/window-feed.ts';
import { WorkerError } from '#workers/rpc.ts';
import { type MonitorWindow, shiftWindow } from './monitor.contract.ts';

/** The feed of one part. `atS` is the position in the part at which its sound begins, s. */
export type PartFeed = { part: number; atS: number; feed: WindowFeed };

/** The feeds whose windows were not all taken, in the order of their parts. */
export type FeedQueue = {
  readonly hasFailed: boolean;
  add(feed: PartFeed): void;
  /** Drops all feeds. */
  drop(): void;
  /** No more feeds follow. */
  end(): void;
  /** Drops all feeds. `next` rejects from now on. */
  fail(error: unknown): void;
  /** Drops all feeds, and forgets an end or a failure. */
  restart(): void;
  /** See `MonitorContract.nextWindow`. */
  next(signal: AbortSignal): Promise<MonitorWindow | null>;
};

export function createFeedQueue(): FeedQueue {
  let feeds: PartFeed[] = [];
  let isEnded = false;
  let failure: { error: unknown } | null = null;
  /** Is aborted when the feeds, the end or the failure have changed. */
  let changing = new AbortController();
  const change = () => {
    changing.abort();
    changing = new AbortController();
  };
  const drop = () => {
    feeds = [];
    change();
  };

  return {
    get hasFailed() {
      return failure !== null;
    },
    add(feed) {
      feeds.push(feed);
      // The wait for the first feed goes on.
      if (feeds.length === 1) change();
    },
    drop,
    end() {
      isEnded = true;
      if (feeds.length === 0) change();
    },
    fail(error) {
      failure = { error };
      drop();
    },
    restart() {
      isEnded = false;
      failure = null;
      drop();
    },
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (failure) throw new WorkerError('worker.failed', String(failure.error));
        const [first] = feeds;
        if (!first && isEnded) return null;
        const { signal: changed } = changing;
        const either = AbortSignal.any([signal, changed]);
        if (!first) {
          await aborted(either);
          continue;
        }
        const window = await first.feed.next(either).catch((error: unknown) => {
          if (!either.aborted) throw error;
          return null;
        });
        if (either.aborted) continue;
        if (window) return { part: first.part, window: shiftWindow(window, first.atS) };
        feeds.shift();
        return { part: first.part, window: null };
      }
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
