import { createPlaneWindows } from '#wasm/binding/plane-windows.ts';
import type { PlaneExports, PlanePart } from '#wasm/binding/planes.ts';
import { createSpanList, type TimeSpan } from '#wasm/dsp/time-span.ts';
import { dropoutLimits, dropoutWindowSamples, planDropouts } from './dropout-plan.ts';

export type Dropouts = PlanePart & {
  result(): { count: number; spans: TimeSpan[] };
};

export function createDropoutCount(sampleRate: number) {
  const list = createSpanList({ maxSpans: 100, gapS: 0.1 });
  let count = 0;
  let lastEnd = -1;
  return {
    add(dropouts: TimeSpan[]): void {
      for (const [start, end] of dropouts.toSorted((a, b) => a[0] - b[0])) {
        if (start >= lastEnd) count++;
        lastEnd = Math.max(lastEnd, end);
        list.add(start / sampleRate, end / sampleRate);
      }
    },
    result: (): ReturnType<Dropouts['result']> => ({ count, spans: list.spans() }),
  };
}

export type DropoutExports = PlaneExports & {
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

export function dropoutsPast(sampleRate: number): number {
  const windowSamples = dropoutWindowSamples(sampleRate);
  return windowSamples + planDropouts(sampleRate, windowSamples).carry;
}

/**
 * Finds dropouts in speech: 5 to 500 ms of exact zeros in a channel that begin and end abruptly, with sound as loud as speech
 * before and after. Digital silence between words is no dropout: speech fades there, and a gate closes on quiet sound.
 */
export function createDropouts(
  kernel: DropoutExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Dropouts {
  const windowSamples = dropoutWindowSamples(sampleRate);
  const { minRun, maxRun, flank, edge, forget } = planDropouts(sampleRate, windowSamples);
  const { minEdgeRatio, minSpeechRatio, minPower } = dropoutLimits;
  kernel.dropoutsCreate(channels, windowSamples, minRun, maxRun, flank, edge, forget);
  kernel.dropoutsLimits(minEdgeRatio, minSpeechRatio, minPower);
  const dropouts = createDropoutCount(sampleRate);
  let position = 0;
  const { push } = createPlaneWindows(windowSamples, (end) => {
    position += windowSamples;
    const count = kernel.dropoutsWindow(end);
    if (count === 0) return;
    const ends = new Int32Array(kernel.memory.buffer, kernel.dropoutsOut(), count * 2);
    dropouts.add(
      Array.from({ length: count }, (_, i): TimeSpan => [
        position + ends[i * 2]!,
        position + ends[i * 2 + 1]!,
      ]),
    );
  });
  return { push, result: dropouts.result };
}
