import type { Kernel } from '#wasm/analysis/kernel.ts';
import { createWindowFeed } from '#wasm/live/window-feed.ts';
import { createFeedQueue, type FeedQueue, type PartFeed } from './feed-queue.ts';
import type { WindowOptions } from './monitor.contract.ts';

/** Length of the sound that a feed gets at once, s. A feed looks for a window each time. */
const batchS = 0.1;

type Format = { sampleRate: number; channels: number; kernel: Kernel };

/** Cuts recorded sound into windows for a draft, while a draft is wanted. */
export type RecordedWindows = Pick<FeedQueue, 'fail' | 'next'> & {
  /** Follows the sound of another recorder from its start. */
  begin(format: Format): void;
  /** Cuts the sound that follows. Null cuts none, and drops what waits. */
  cut(options: WindowOptions | null): void;
  /** Takes recorded sound. `atS` is its position since the last split, s. Never rejects. */
  push(samples: Float32Array, atS: number): Promise<void>;
  /** A part of the recording has ended. Never rejects. */
  split(): Promise<void>;
  /** No more sound follows. */
  end(): void;
};

export function createRecordedWindows(): RecordedWindows {
  const queue = createFeedQueue();
  let format: Format | null = null;
  let options: WindowOptions | null = null;
  /** The feed of the part that is being recorded. */
  let open: PartFeed | null = null;
  let batch: Float32Array[] = [];
  let part = 0;

  const close = () => {
    open = null;
    batch = [];
  };
  async function feed(): Promise<void> {
    const samples = joined(batch);
    batch = [];
    if (samples.length > 0) await open?.feed.push(samples);
  }
  function opened({ sampleRate, channels, kernel }: Format, { maxS }: WindowOptions, atS: number): PartFeed {
    const made = { part, atS, feed: createWindowFeed({ sampleRate, channels, kernel, maxS, isLive: true }) };
    queue.add(made);
    return made;
  }
  function fail(error: unknown): void {
    close();
    queue.fail(error);
  }

  return {
    begin(next) {
      format = next;
      part = 0;
      close();
      queue.restart();
    },
    cut(next) {
      options = next;
      if (next) return;
      close();
      queue.drop();
    },
    async push(samples, atS) {
      if (!format || !options || queue.hasFailed) return;
      try {
        open ??= opened(format, options, atS);
        batch.push(samples);
        const length = batch.reduce((sum, one) => sum + one.length, 0);
        if (length >= batchS * format.sampleRate * format.channels) await feed();
      } catch (error) {
        fail(error);
      }
    },
    async split() {
      part += 1;
      try {
        await feed();
        await open?.feed.end();
        close();
      } catch (error) {
        fail(error);
      }
    },
    end: queue.end,
    fail,
    next: queue.next,
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
