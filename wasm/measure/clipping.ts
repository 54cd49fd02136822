import { createPlaneWindows } from '#wasm/binding/plane-windows.ts';
import type { PlaneExports, PlanePart } from '#wasm/binding/planes.ts';
import { createClippingCount, type Clipping } from '#wasm/reference/clipping.ts';
import { flatTopWindowSamples } from './flat-top-windows.ts';

export type ClippingExports = PlaneExports & {
  clippingCreate(channels: number, windowSamples: number): void;
  /** Bits of the window that ends so many frames into the last push: 1 full, 2 plateau, 4 refuted. */
  clippingWindow(frames: number): number;
};

/** `createClipping` over the planes: the same windows. */
export function createKernelClipping(
  kernel: ClippingExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): PlanePart & Pick<Clipping, 'result'> {
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
