import { createSileroKernel, packWeights } from '../voice/silero-kernel.ts';
import { readSileroWeights } from '../voice/silero-weights.ts';
import type { Detect } from '../voice/silero.ts';
import { createKernelResampler } from './resample-kernel.ts';
import type { MonoResampler, ResamplerInput } from './resample.ts';

/** What the compiled `assembly/` exports; addresses and lengths in bytes of `memory`, which may grow. */
export type KernelExports = {
  readonly memory: { readonly buffer: ArrayBuffer };
  detectCreate(maxFrames: number): number;
  detectWeights(): number;
  detectAudio(): number;
  detectProbabilities(): number;
  detect(frames: number): void;
  resampleCreate(up: number, down: number, phases: number, taps: number): number;
  resampleTable(): number;
  resampleIn(): number;
  resampleOut(): number;
  resample(count: number): number;
};

/** A fresh instance with a memory of its own; it lives as long as what was made of it. */
export type Instantiate = () => KernelExports;

export type Kernel = {
  /** Silero VAD v5 for one stream. */
  createDetect(): Detect;
  /** Equal to `createMonoResampler`. */
  createResampler(input: ResamplerInput): MonoResampler;
};

/** `sileroModel`: the bytes of `silero_vad_v5.onnx`. */
export function createKernel(instantiate: Instantiate, sileroModel: Uint8Array): Kernel {
  const weights = packWeights(readSileroWeights(sileroModel));
  return {
    createDetect: () => createSileroKernel(instantiate, weights),
    createResampler: (input) => createKernelResampler(instantiate, input),
  };
}
