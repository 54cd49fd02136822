import type { WithMemory } from './instantiate.ts';

/** Planes of the channels, each with some of the past before it (`wasm/native/kernel/planes.ts`). */
export type PlaneExports = WithMemory & {
  planesCreate(channels: number, maxFrames: number, pastFrames: number): void;
  planesIn(): number;
  planeOf(channel: number): number;
  planesPush(frames: number): void;
};

/** Looks at the `frames` frames that `planesPush` has just taken apart; at most `maxPlaneFrames`. */
export type PlanePart = { push(frames: number): void };

/** So many frames of two channels, with what the parts read again and again, stay in the second cache. */
export const maxPlaneFrames = 16_384;

type Planes = {
  /** Interleaved samples, whole frames, at most `maxPlaneFrames`: from now on they are what the parts look at. */
  push(piece: Float32Array): void;
};

/** Once an instance, before its parts are made. `pastFrames`: the longest look back of a part. */
export function createPlanes(kernel: PlaneExports, channels: number, pastFrames = 8_192): Planes {
  kernel.planesCreate(channels, maxPlaneFrames, pastFrames);
  return {
    push(piece) {
      new Float32Array(kernel.memory.buffer, kernel.planesIn(), piece.length).set(piece);
      kernel.planesPush(piece.length / channels);
    },
  };
}
