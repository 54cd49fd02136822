import { createSound } from './sound.ts';
import { createVoiceMeasures } from './voice-measures.ts';
import type { Detect } from '#wasm/speech/detect.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';

/** The same in JavaScript, slow and plain: the oracle of the tests. `createDetect` by any runtime. */
export const createScriptKernel = (createDetect: () => Detect): Kernel => ({
  createDetect,
  createResampler: createMonoResampler,
  createSound,
  createVoiceMeasures,
});
