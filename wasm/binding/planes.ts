import type { WithMemory } from './instantiate.ts';

/**
 * Functions of the kernel that deinterleave the channels. Before the samples of the last push, each channel has some of
 * its past samples (`wasm/native/kernel/planes.ts`).
 */
export type PlaneExports = WithMemory & {
  planesCreate(channels: number, maxFrames: number, pastFrames: number): void;
  planesIn(): number;
  planeOf(channel: number): number;
  planesPush(frames: number): void;
};

/** Processes the `frames` frames that `planesPush` has just deinterleaved; at most `maxPlaneFrames`. */
export type PlanePart = { push(frames: number): void };

/**
 * Largest number of frames of one push. Two channels of this many frames, with the data that parts reread, stay in the
 * second-level cache.
 */
export const maxPlaneFrames = 16_384;

type Planes = {
  /** Takes interleaved samples, at most `maxPlaneFrames` whole frames. The parts are called after it. */
  push(piece: Float32Array): void;
};

/**
 * Prepares an instance of the kernel for its parts: called once, before they are created. `pastFrames` is the largest
 * number of frames before a push that a part reads.
 */
export function createPlanes(kernel: PlaneExports, channels: number, pastFrames = 8_192): Planes {
  kernel.planesCreate(channels, maxPlaneFrames, pastFrames);
  return {
    push(piece) {
      new Float32Array(kernel.memory.buffer, kernel.planesIn(), piece.length).set(piece);
      kernel.planesPush(piece.length / channels);
    },
  };
}
