import { createPlaneWindows } from '#wasm/binding/plane-windows.ts';
import type { PlaneExports, PlanePart } from '#wasm/binding/planes.ts';
import { createHoleCount, dropoutWindowSamples, type Dropouts } from '#wasm/reference/dropouts.ts';
import { holeLimits, planHoles } from '#wasm/reference/dropout-scan.ts';
import type { Span } from '#wasm/dsp/time-span.ts';

export type HoleExports = PlaneExports & {
  dropoutsCreate(
    channels: number,
    windowSamples: number,
    minRun: number,
    maxRun: number,
    flank: number,
    edge: number,
    forget: number,
  ): void;
  dropoutsLimits(minEdgeRatio: number, minSpeechRatio: number, minPower: number): void;
  dropoutsOut(): number;
  dropoutsWindow(frames: number): number;
};

/** Samples before a push that are looked at again. */
export function dropoutsPast(sampleRate: number): number {
  const windowSamples = dropoutWindowSamples(sampleRate);
  return windowSamples + planHoles(sampleRate, windowSamples).carry;
}

/** `createDropouts` over the planes: the same holes. */
export function createKernelDropouts(
  kernel: HoleExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): PlanePart & Pick<Dropouts, 'result'> {
  const windowSamples = dropoutWindowSamples(sampleRate);
  const { minRun, maxRun, flank, edge, forget } = planHoles(sampleRate, windowSamples);
  const { minEdgeRatio, minSpeechRatio, minPower } = holeLimits;
  kernel.dropoutsCreate(channels, windowSamples, minRun, maxRun, flank, edge, forget);
  kernel.dropoutsLimits(minEdgeRatio, minSpeechRatio, minPower);
  const holes = createHoleCount(sampleRate);
  /** Samples up to the end of the window. */
  let position = 0;
  const { push } = createPlaneWindows(windowSamples, (end) => {
    position += windowSamples;
    const count = kernel.dropoutsWindow(end);
    if (count === 0) return;
    const ends = new Int32Array(kernel.memory.buffer, kernel.dropoutsOut(), count * 2);
    holes.add(
      Array.from({ length: count }, (_, i): Span => [position + ends[i * 2]!, position + ends[i * 2 + 1]!]),
    );
  });
  return { push, result: holes.result };
}
