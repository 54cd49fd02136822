import { maxPlaneFrames, type PlaneExports, type PlanePart } from '#wasm/binding/planes.ts';
import { createPairList, type Peaks } from './peaks.ts';

export type PeaksExports = PlaneExports & {
  peaksCreate(channels: number, sampleRate: number, rate: number, maxFrames: number): void;
  peaksOut(): number;
  peaksPush(frames: number): number;
  peaksFinish(): number;
};

/** Does the work of `createPeaks` in the kernel, with the same pairs. */
export function createKernelPeaks(
  kernel: PeaksExports,
  { sampleRate, channels, rate }: { sampleRate: number; channels: number; rate: number },
): PlanePart & Pick<Peaks, 'recent' | 'finish'> {
  kernel.peaksCreate(channels, sampleRate, rate, maxPlaneFrames);
  const pairs = createPairList();
  const take = (count: number) => {
    const made = new Int8Array(kernel.memory.buffer, kernel.peaksOut(), count * 2);
    for (let i = 0; i < made.length; i += 2) pairs.add(made[i]!, made[i + 1]!);
  };
  return {
    push: (frames) => take(kernel.peaksPush(frames)),
    recent: pairs.recent,
    finish() {
      take(kernel.peaksFinish());
      return pairs.all();
    },
  };
}
