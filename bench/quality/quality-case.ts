import { createAnalysis, type SoundNumbers } from '#wasm/analysis/analysis.ts';
import { loadKernel } from '../../tools/kernel.ts';
import type { Sound } from './degrade.ts';

const blockFrames = 16_384;

export type Look = (sound: Sound) => Promise<SoundNumbers>;

export function createLook(): Look {
  const kernel = loadKernel();
  return async ({ samples, sampleRate, channels }) => {
    const analysis = createAnalysis({ sampleRate, channels, kernel });
    for (let at = 0; at < samples.length; at += blockFrames * channels)
      await analysis.push(samples.subarray(at, at + blockFrames * channels));
    return await analysis.finish();
  };
}
