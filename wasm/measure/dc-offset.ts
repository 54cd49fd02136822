import type { PlanePart } from '#wasm/binding/planes.ts';

export type DcOffset = PlanePart & {
  /** Largest mean of a channel over 4 s, full scale 1, with its sign. */
  result(): number;
};

/** Length of the window, s: long enough that speech and rumble (above 5 Hz) average out to less than 0.001. */
const windowS = 4;

export const offsetFrames = (sampleRate: number) => Math.round(sampleRate * windowS);

export type OffsetExports = {
  offsetCreate(channels: number, windowFrames: number): void;
  offsetLargest(): number;
  offsetPush(frames: number): void;
};

/** Measures the DC offset. A recording shorter than the window counts as one window. */
export function createDcOffset(
  kernel: OffsetExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): DcOffset {
  kernel.offsetCreate(channels, offsetFrames(sampleRate));
  return { push: kernel.offsetPush, result: kernel.offsetLargest };
}
