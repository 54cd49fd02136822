import { createWindowFeed, type FedWindow, type WindowFeedInput } from '#wasm/live/window-feed.ts';
import { sanitised } from '#wasm/dsp/sanitise.ts';
import { receivePcm, type PcmSource } from '#workers/media/pcm/pcm-stream.ts';

/** A feed takes at most 10 s at once. A block is longer if the sample rate is low. */
const pieceS = 5;

const never = new AbortController().signal;

type WindowReader = {
  /** Resolves with the next window, and with null after the last one. One call at a time. */
  next(): Promise<FedWindow | null>;
};

/**
 * Turns the decoded sound of a file into windows. It reads while a window is wanted, and ahead of that until sound of the
 * length of two windows waits. Then the decoder has to wait.
 */
export function createWindowReader(source: PcmSource, input: Omit<WindowFeedInput, 'isLive'>): WindowReader {
  const { sampleRate, channels, maxS } = input;
  const feed = createWindowFeed({ ...input, isLive: false });
  let isWanted = false;
  let wake = () => {};
  const isAhead = () => !isWanted && feed.waitingS >= 2 * maxS;
  const room = async () => {
    while (isAhead()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
  };
  const pieceFloats = Math.round(pieceS * sampleRate) * channels;
  const read = async () => {
    for await (const block of receivePcm(source)) {
      for (let at = 0; at < block.length; at += pieceFloats)
        await feed.push(sanitised(block.subarray(at, at + pieceFloats)));
      await room();
    }
    await feed.end();
  };
  const failed = read().then(() => new Promise<never>(() => {}));
  // `next` rejects with the failure.
  failed.catch(() => {});
  return {
    async next() {
      isWanted = true;
      wake();
      try {
        return await Promise.race([feed.next(never), failed]);
      } finally {
        isWanted = false;
      }
    },
  };
}
