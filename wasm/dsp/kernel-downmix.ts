import { maxPlaneFrames, type PlaneExports } from '#wasm/binding/planes.ts';
import { createMixWeights, fadedFrames, planMix } from './downmix-weights.ts';

export type DownmixExports = PlaneExports & {
  downmixCreate(channels: number, windowFrames: number, maxFrames: number): number;
  downmixTake(first: number, count: number): void;
  downmixSums(): number;
  downmixFrom(): number;
  downmixTo(): number;
  downmixMix(place: number, faded: number, fadeFrames: number): void;
};

type KernelDownmix = {
  /** Mixes the `frames` frames in the planes; returns a view of the kernel's memory, valid until the next call. */
  push(frames: number): Float32Array;
  finish(): Float32Array;
};

export function createKernelDownmix(
  kernel: DownmixExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): KernelDownmix {
  if (channels === 1)
    return {
      push: (frames) => new Float32Array(kernel.memory.buffer, kernel.planeOf(0), frames),
      finish: () => new Float32Array(0),
    };
  const { windowFrames, fadeFrames } = planMix(sampleRate);
  const mixWeights = createMixWeights(channels);
  const output = kernel.downmixCreate(channels, windowFrames, maxPlaneFrames);
  let weights: Float64Array | null = null;
  let filled = 0;

  const mix = (place: number) => {
    const sums = new Float64Array(kernel.memory.buffer, kernel.downmixSums(), channels + 1);
    const next = mixWeights.decide(sums, filled);
    const from = weights ?? next;
    new Float64Array(kernel.memory.buffer, kernel.downmixFrom(), channels).set(from);
    new Float64Array(kernel.memory.buffer, kernel.downmixTo(), channels).set(next);
    kernel.downmixMix(place, fadedFrames(from, next, fadeFrames, filled), fadeFrames);
    weights = next;
    filled = 0;
  };
  const made = (count: number) => new Float32Array(kernel.memory.buffer, output, count);

  return {
    push(frames) {
      let count = 0;
      for (let at = 0; at < frames;) {
        const taken = Math.min(windowFrames - filled, frames - at);
        kernel.downmixTake(at, taken);
        filled += taken;
        at += taken;
        if (filled < windowFrames) continue;
        mix(count);
        count += windowFrames;
      }
      return made(count);
    },
    finish() {
      const count = filled;
      if (count > 0) mix(0);
      return made(count);
    },
  };
}
