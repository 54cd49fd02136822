import { createPlaneWindows } from '#wasm/binding/plane-windows.ts';
import type { PlaneExports, PlanePart } from '#wasm/binding/planes.ts';
import { createSpanList, joinSpans, type TimeSpan } from '#wasm/dsp/time-span.ts';
import { flatTopWindowSamples, type FlatTops } from './flat-top-windows.ts';

export type Clipping = PlanePart & {
  result(): { share: number; spans: TimeSpan[] };
};

const places = { maxSpans: 100, gapS: 0.5 };

export function createClippingCount(sampleRate: number, windowSamples: number) {
  const full = { windows: 0, list: createSpanList(places) };
  let plateaus = { windows: 0, list: createSpanList(places) };
  let windows = 0;

  return {
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

export type ClippingExports = PlaneExports & {
  clippingCreate(channels: number, windowSamples: number): void;
  /** Findings in the window that ends `frames` frames into the last push, as bits: 1 full, 2 plateau, 4 refuted. */
  clippingWindow(frames: number): number;
};

/**
 * Finds flat tops in any channel, in windows of 50 ms: at full scale, also if a codec rounded them, and plateaus of equal samples
 * below it, which remain if the level is lowered after clipping. Finds speech clipped by 3 dB or more; after coding (mp3, opus),
 * by 6 dB or more.
 */
export function createClipping(
  kernel: ClippingExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Clipping {
  const windowSamples = flatTopWindowSamples(sampleRate);
  const count = createClippingCount(sampleRate, windowSamples);
  kernel.clippingCreate(channels, windowSamples);
  const { push } = createPlaneWindows(windowSamples, (end) => {
    const found = kernel.clippingWindow(end);
    count.add({
      isFull: (found & 1) !== 0,
      isPlateau: (found & 2) !== 0,
      isRefuted: (found & 4) !== 0,
    });
  });
  return { push, result: count.result };
}
