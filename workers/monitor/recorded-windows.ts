import type { Kernel } from '#wasm/analysis/kernel.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createWindowFeed, type FedWindow, type WindowFeed } from '#wasm/live/window-feed.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { MonitorWindow, WindowOptions } from './monitor.contract.ts';

/** Length of the sound that a feed gets at once, s. A feed looks for a window each time. */
const batchS = 0.1;

type Format = { sampleRate: number; channels: number; kernel: Kernel };

/** Cuts recorded sound into windows for a draft, while a draft is wanted. */
export type RecordedWindows = {
  /** Follows the sound of another recorder from its start. */
  begin(format: Format): void;
  /** Cuts the sound that follows. Null cuts none, and drops what waits. */
  cut(options: WindowOptions | null): void;
  /** Takes recorded sound. `atS` is its position since the last split, s. Never rejects. */
  push(samples: Float32Array, atS: number): Promise<void>;
  /** A part of the recording has ended. Never rejects. */
  split(): Promise<void>;
  /** No more sound follows. Never rejects. */
  end(): Promise<void>;
  /** Ends with a failure: `next` rejects from now on. */
  fail(error: unknown): void;
  /** See `MonitorContract.nextWindow`. */
  next(signal: AbortSignal): Promise<MonitorWindow | null>;
};

type PartFeed = { part: number; atS: number; feed: WindowFeed };

export function createRecordedWindows(): RecordedWindows {
  let format: Format | null = null;
  let options: WindowOptions | null = null;
  /** Feeds whose windows were not all taken, in the order of their parts. Sound goes into the last one while it is open. */
  let feeds: PartFeed[] = [];
  let open: PartFeed | null = null;
  let batch: Float32Array[] = [];
  let part = 0;
  let isEnded = false;
  let failure: { error: unknown } | null = null;
  let changed = Promise.withResolvers<void>();
  let dropping = new AbortController();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const drop = () => {
    feeds = [];
    batch = [];
    open = null;
    dropping.abort();
    dropping = new AbortController();
    change();
  };
  const fail = (error: unknown) => {
    failure = { error };
    drop();
  };

  async function flush(): Promise<void> {
    const samples = joined(batch);
    batch = [];
    if (samples.length > 0) await open?.feed.push(samples);
  }
  async function endPart(): Promise<void> {
    try {
      await flush();
      await open?.feed.end();
      open = null;
    } catch (error) {
      fail(error);
    }
  }
  function begun({ sampleRate, channels, kernel }: Format, { maxS }: WindowOptions, atS: number): PartFeed {
    const feed = createWindowFeed({ sampleRate, channels, kernel, maxS, isLive: true });
    const made = { part, atS, feed };
    feeds.push(made);
    change();
    return made;
  }

  return {
    begin(next) {
      format = next;
      part = 0;
      isEnded = false;
      failure = null;
      drop();
    },
    cut(next) {
      options = next;
      if (!next) drop();
    },
    async push(samples, atS) {
      if (!format || !options || failure) return;
      try {
        open ??= begun(format, options, atS);
        batch.push(samples);
        const length = batch.reduce((sum, one) => sum + one.length, 0);
        if (length >= batchS * format.sampleRate * format.channels) await flush();
      } catch (error) {
        fail(error);
      }
    },
    async split() {
      await endPart();
      part += 1;
    },
    async end() {
      await endPart();
      isEnded = true;
      change();
    },
    fail,
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (failure) throw new WorkerError('worker.failed', String(failure.error));
        const [first] = feeds;
        if (first) {
          const { signal: dropped } = dropping;
          const window = await first.feed.next(AbortSignal.any([signal, dropped])).catch((error: unknown) => {
            if (!dropped.aborted) throw error;
            return null;
          });
          if (dropped.aborted) continue;
          if (window) return { part: first.part, window: shifted(window, first.atS) };
          feeds = feeds.filter((one) => one !== first);
          return { part: first.part, window: null };
        }
        if (isEnded) return null;
        await Promise.race([changed.promise, aborted(signal)]);
      }
    },
  };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Returns a window whose times are those of the recorded sound. */
function shifted(window: FedWindow, byS: number): FedWindow {
  const shift = ([from, to]: TimeSpan): TimeSpan => [from + byS, to + byS];
  const { span, speech, skipped } = window;
  return { ...window, span: shift(span), speech: speech.map(shift), skipped: skipped.map(shift) };
}
