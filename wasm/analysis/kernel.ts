import type { Sound, SoundInput } from '../reference/sound.ts';
import { createKernelSound, type SoundExports } from './sound.ts';
import type { VoiceMeasures } from '../reference/voice-measures.ts';
import { createKernelVoiceMeasures, type SpectrumExports } from '../measure/voice-measures.ts';
import { createSileroKernel, packWeights, type DetectExports, type DetectOptions } from '../speech/silero.ts';
import { readSileroWeights } from '../speech/silero-weights.ts';
import type { Detect } from '../speech/detect.ts';
import type { Instantiate } from '../binding/instantiate.ts';
import { createKernelResampler, type ResampleExports } from '../dsp/kernel-resample.ts';
import type { MonoResampler, ResamplerInput } from '../dsp/resample.ts';

/** What the compiled `assembly/` exports, by part. */
export type KernelExports = DetectExports & ResampleExports & SoundExports & SpectrumExports;

/** What the analysis of sound is made of; each has a slow twin in JavaScript, which it equals (`script-kernel.ts`). */
export type Kernel = {
  /** Silero VAD v5 for one stream; only the compiled one has a gate, and options for it. */
  createDetect(options?: DetectOptions): Detect;
  createResampler(input: ResamplerInput): MonoResampler;
  createSound(input: SoundInput): Sound;
  createVoiceMeasures(): VoiceMeasures;
};

/** `sileroModel`: the bytes of `silero_vad_v5.onnx`. */
export function createKernel(instantiate: Instantiate<KernelExports>, sileroModel: Uint8Array): Kernel {
  const weights = packWeights(readSileroWeights(sileroModel));
  return {
    createDetect: (options) => createSileroKernel(instantiate, weights, options),
    createResampler: (input) => createKernelResampler(instantiate, input),
    createSound: (input) => createKernelSound(instantiate, input),
    createVoiceMeasures: () => createKernelVoiceMeasures(instantiate),
  };
}
