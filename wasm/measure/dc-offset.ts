import type { PlanePart } from '#wasm/binding/planes.ts';
import { offsetFrames, type DcOffset } from '#wasm/reference/dc-offset.ts';

export type OffsetExports = {
  offsetCreate(channels: number, windowFrames: number): void;
  offsetLargest(): number;
  offsetPush(frames: number): void;
};

/** `createDcOffset` in the kernel: the same within 1e-12. */
export function createKernelDcOffset(
  kernel: OffsetExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): PlanePart & Omit<DcOffset, 'push'> {
  kernel.offsetCreate(channels, offsetFrames(sampleRate));
  return { push: kernel.offsetPush, result: kernel.offsetLargest };
}
