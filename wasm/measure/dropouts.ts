import { createPlaneWindows } from '../binding/plane-windows.ts';
import type { PlaneExports, PlanePart } from '../binding/planes.ts';
import { createHoleCount, dropoutWindowSamples, type Dropouts } from '../reference/dropouts.ts';
import { holeLimits, planHoles } from '../reference/dropout-scan.ts';
import type { Span } from '../dsp/time-span.ts';

export type HoleExports = PlaneExports & {
  holesCreate(
    channels: number,
    windowSamples: number,
    minRun: number,
    maxRun: number,
    flank: number,
    edge: number,
    forget: number,
  ): void;
  holesLimits(minEdgeRatio: number, minSpeechRatio: number, minPower: number): void;
  holesOut(): number;
  holesWindow(frames: number): number;
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
  kernel.holesCreate(channels, windowSamples, minRun, maxRun, flank, edge, forget);
  kernel.holesLimits(minEdgeRatio, minSpeechRatio, minPower);
  const holes = createHoleCount(sampleRate);
  /** Samples up to the end of the window. */
  let position = 0;
  const { push } = createPlaneWindows(windowSamples, (end) => {
    position += windowSamples;
    const count = kernel.holesWindow(end);
    if (count === 0) return;
    const ends = new Int32Array(kernel.memory.buffer, kernel.holesOut(), count * 2);
    holes.add(
      Array.from({ length: count }, (_, i): Span => [position + ends[i * 2]!, position + ends[i * 2 + 1]!]),
    );
  });
  return { push, result: holes.result };
}
