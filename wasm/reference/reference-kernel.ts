import type { Kernel } from '#wasm/analysis/kernel.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import type { Detect } from '#wasm/speech/detect.ts';
import { createReferenceSound } from './sound.ts';
import { createReferenceVoiceMeasures } from './voice-measures.ts';

/**
 * Creates the kernel in JavaScript, which is slow and plain, for comparison in tests. `createDetect` may use any
 * runtime.
 */
export const createReferenceKernel = (createDetect: () => Detect): Kernel => ({
  createDetect,
  createResampler: createMonoResampler,
  createSound: createReferenceSound,
  createVoiceMeasures: createReferenceVoiceMeasures,
});
