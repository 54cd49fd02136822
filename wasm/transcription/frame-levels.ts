import { amplitudeToDb } from '#wasm/dsp/decibel.ts';

export const levelFrameS = 0.02;

export const silenceFloorDb = -100;

/**
 * Returns the RMS level of each whole frame of 16-bit mono samples, dBFS (0 is a full-scale square wave), not below
 * `silenceFloorDb`.
 */
export function frameLevels(samples: Int16Array, sampleRate: number): Float32Array {
  const frame = Math.round(sampleRate * levelFrameS);
  const levels = new Float32Array(Math.floor(samples.length / frame));
  for (let index = 0; index < levels.length; index++) {
    let sum = 0;
    const end = (index + 1) * frame;
    for (let at = index * frame; at < end; at++) {
      const value = samples[at] as number;
      sum += value * value;
    }
    const rms = Math.sqrt(sum / frame) / 32_768;
    levels[index] = rms === 0 ? silenceFloorDb : Math.max(silenceFloorDb, amplitudeToDb(rms));
  }
  return levels;
}
