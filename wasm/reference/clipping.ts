import { createFlatTopWindows, type FlatTops } from '#wasm/measure/flat-top-windows.ts';
import { createSpanList, joinSpans, type Span } from '#wasm/dsp/time-span.ts';

export type Clipping = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Share of the full windows so far that hold a flat top, and where they are, s. */
  result(): { share: number; spans: Span[] };
};

const places = { maxSpans: 100, gapS: 0.5 };

/**
 * Finds flat tops in any channel, counted by windows of 50 ms: at full scale, also rounded by a codec since, and plateaus of
 * equal samples below it, as they are left when the level is lowered after the sound was cut off. On speech as it was cut from
 * 3 dB over upwards, coded since (mp3, opus) from 6 dB over.
 */
export function createClipping(input: { sampleRate: number; channels: number }): Clipping {
  const scan = createFlatTopWindows(input, (found) => count.add(found));
  const count = createClippingCount(input.sampleRate, scan.windowSamples);
  return { push: scan.push, result: count.result };
}

/** Counts the windows, of so many samples each, that hold flat tops. */
export function createClippingCount(sampleRate: number, windowSamples: number) {
  const full = { windows: 0, list: createSpanList(places) };
  let plateaus = { windows: 0, list: createSpanList(places) };
  let windows = 0;

  return {
    /** What the next window holds. */
    add({ isFull, isPlateau, isRefuted }: FlatTops): void {
      if (isRefuted) plateaus = { windows: 0, list: createSpanList(places) };
      const to = isFull ? full : isPlateau ? plateaus : null;
      if (to) {
        to.windows++;
        to.list.add((windows * windowSamples) / sampleRate, ((windows + 1) * windowSamples) / sampleRate);
      }
      windows++;
    },
    result: (): ReturnType<Clipping['result']> => ({
      share: windows === 0 ? 0 : (full.windows + plateaus.windows) / windows,
      spans: joinSpans(full.list.spans(), plateaus.list.spans(), places),
    }),
  };
}
