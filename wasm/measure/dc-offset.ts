import type { PlanePart } from '#wasm/binding/planes.ts';

export type DcOffset = PlanePart & {
  /** Mean of the samples re full scale, with its sign: of the channel and the stretch of 4 s where it is largest. */
  result(): number;
};

/** Long enough that speech and the rumble of a room (above 5 Hz) average out to less than a thousandth. */
const windowS = 4;

/** Frames of a stretch. */
export const offsetFrames = (sampleRate: number) => Math.round(sampleRate * windowS);

export type OffsetExports = {
  offsetCreate(channels: number, windowFrames: number): void;
  offsetLargest(): number;
  offsetPush(frames: number): void;
};

/** Offset of a converter (DC). A recording shorter than the window counts as one stretch. */
export function createDcOffset(
  kernel: OffsetExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): DcOffset {
  kernel.offsetCreate(channels, offsetFrames(sampleRate));
  return { push: kernel.offsetPush, result: kernel.offsetLargest };
}
