import { createSound } from '../analysis/sound.ts';
import { createVoiceMeasures } from '../quality/voice-measures.ts';
import type { Detect } from '../voice/silero.ts';
import type { Kernel } from './kernel.ts';
import { createMonoResampler } from './resample.ts';

/** The same in JavaScript, slow and plain: the oracle of the tests. `createDetect` by any runtime. */
export const createScriptKernel = (createDetect: () => Detect): Kernel => ({
  createDetect,
  createResampler: createMonoResampler,
  createSound,
  createVoiceMeasures,
});
