import { createSound, type Sound, type SoundExports, type SoundInput } from './sound.ts';
import {
  createVoiceMeasures,
  type SpectrumExports,
  type VoiceMeasures,
} from '#wasm/measure/voice-measures.ts';
import { createSilero, packWeights, type DetectExports, type DetectOptions } from '#wasm/speech/silero.ts';
import { readSileroWeights } from '#wasm/speech/silero-weights.ts';
import type { Detect } from '#wasm/speech/detect.ts';
import type { Instantiate } from '#wasm/binding/instantiate.ts';
import { createKernelResampler, type ResampleExports } from '#wasm/dsp/kernel-resample.ts';
import type { MonoResampler, ResamplerInput } from '#wasm/dsp/resample.ts';

export type KernelExports = DetectExports & ResampleExports & SoundExports & SpectrumExports;

/** The parts of the audio analysis. Each gives the results of its slow reference in JavaScript (`wasm/reference`). */
export type Kernel = {
  /** Creates Silero VAD v5 for one stream. The reference ignores the options. */
  createDetect(options?: DetectOptions): Detect;
  createResampler(input: ResamplerInput): MonoResampler;
  createSound(input: SoundInput): Sound;
  createVoiceMeasures(): VoiceMeasures;
};

/** Creates the kernel. `sileroModel` is the content of `silero_vad_v5.onnx`. */
export function createKernel(instantiate: Instantiate<KernelExports>, sileroModel: Uint8Array): Kernel {
  const weights = packWeights(readSileroWeights(sileroModel));
  return {
    createDetect: (options) => createSilero(instantiate, weights, options),
    createResampler: (input) => createKernelResampler(instantiate, input),
    createSound: (input) => createSound(instantiate, input),
    createVoiceMeasures: () => createVoiceMeasures(instantiate),
  };
}
