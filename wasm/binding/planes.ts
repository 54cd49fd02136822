import type { WithMemory } from './instantiate.ts';

/** Deinterleaved channels, each preceded by some of its past (`wasm/native/kernel/planes.ts`). */
export type PlaneExports = WithMemory & {
  planesCreate(channels: number, maxFrames: number, pastFrames: number): void;
  planesIn(): number;
  planeOf(channel: number): number;
  planesPush(frames: number): void;
};

/** Processes the `frames` frames that `planesPush` has just deinterleaved; at most `maxPlaneFrames`. */
export type PlanePart = { push(frames: number): void };

/** Two channels of this many frames, with the data that parts reread, stay in the second-level cache. */
export const maxPlaneFrames = 16_384;

type Planes = {
  /** Takes interleaved samples, whole frames, at most `maxPlaneFrames`, for the parts to process. */
  push(piece: Float32Array): void;
};

/** Is called once for an instance of the kernel, before its parts are created. `pastFrames`: the longest past that a part reads. */
export function createPlanes(kernel: PlaneExports, channels: number, pastFrames = 8_192): Planes {
  kernel.planesCreate(channels, maxPlaneFrames, pastFrames);
  return {
    push(piece) {
      new Float32Array(kernel.memory.buffer, kernel.planesIn(), piece.length).set(piece);
      kernel.planesPush(piece.length / channels);
    },
  };
}
