import { createClippingCount, type Clipping } from '#wasm/measure/clipping.ts';
import { createFlatTopWindows } from '#wasm/measure/flat-top-windows.ts';
import type { SamplePart } from './sample-part.ts';

/** Reference of `createClipping` in JavaScript, with the same windows. */
export function createReferenceClipping(input: {
  sampleRate: number;
  channels: number;
}): SamplePart<Clipping> {
  const scan = createFlatTopWindows(input, (found) => count.add(found));
  const count = createClippingCount(input.sampleRate, scan.windowSamples);
  return { push: scan.push, result: count.result };
}
