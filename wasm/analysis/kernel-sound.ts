import type { Instantiate, WithMemory } from '../kernel/instantiate.ts';
import { createSound, type Sound, type SoundInput } from './sound.ts';

/** Planes of the channels, each with 8,192 samples of the past before it (`kernel/assembly/planes.ts`). */
export type PlaneExports = WithMemory & {
  planesCreate(channels: number, maxFrames: number): void;
  planesIn(): number;
  planeOf(channel: number): number;
  planesPush(frames: number): void;
};

export type SoundExports = PlaneExports;

/** `createSound` in the kernel: channels are taken apart once, and looked at by all. */
export function createKernelSound(_instantiate: Instantiate<SoundExports>, input: SoundInput): Sound {
  return createSound(input);
}
