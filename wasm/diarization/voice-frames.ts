import { powerToDb } from '#wasm/dsp/decibel.ts';
import { createFft } from '#wasm/dsp/fft.ts';
import { toMel } from '#wasm/dsp/mel.ts';
import { createPitch, pitchSamples } from './pitch.ts';

export const speakerRate = 16_000;
/** Distance between frames in samples: 16 ms. */
export const frameHop = 256;
export const frameS = frameHop / speakerRate;
const fftSize = 512;
const melBands = 26;
const lowestHz = 80;
const highestHz = 7_600;
/**
 * Number of cepstral coefficients of a frame: 1 to 19. Coefficient 0 is the level, which depends on the seat more than
 * on the voice.
 */
export const cepstra = 19;

export type VoiceFrames = {
  count: number;
  values: Float32Array;
  /** Pitch of each frame: log2 of the frequency in Hz, 0 if the frame is unvoiced. */
  pitch: Float32Array;
  /** Level of each frame, dBFS. */
  level: Float32Array;
};

/** Returns triangular bands at equal distances in mel: their weights, and the first bin of each. */
function melFilters(bins: number): { first: number; weights: Float64Array }[] {
  const width = (toMel(highestHz) - toMel(lowestHz)) / (melBands + 1);
  return Array.from({ length: melBands }, (_, band) => {
    const centre = toMel(lowestHz) + (band + 1) * width;
    const all = Array.from({ length: bins }, (_, bin) =>
      Math.max(0, 1 - Math.abs(toMel((bin * speakerRate) / fftSize) - centre) / width),
    );
    const first = all.findIndex((weight) => weight > 0);
    const last = all.findLastIndex((weight) => weight > 0);
    return { first, weights: Float64Array.from(all.slice(first, last + 1)) };
  });
}

/** Number of samples that a frame needs, from its first one on. */
export const frameReach = Math.max(fftSize, pitchSamples);

/**
 * Creates a function that computes mel-frequency cepstra (Davis & Mermelstein, 1980), pitch and level of 16 kHz audio.
 * It writes consecutive frames into `frames` from `at` on: all that start at multiples of `frameHop` and have
 * `frameReach` samples. It returns their number.
 */
export function createVoiceAnalyser() {
  const fft = createFft(fftSize);
  const powers = new Float64Array(fft.bins);
  const filters = melFilters(fft.bins);
  const bands = new Float64Array(melBands);
  const pitchOf = createPitch();
  const cosines = Float64Array.from({ length: cepstra * melBands }, (_, i) => {
    const order = Math.floor(i / melBands) + 1;
    return Math.cos((Math.PI * order * ((i % melBands) + 0.5)) / melBands) * Math.sqrt(2 / melBands);
  });

  return function analyse(samples: Float32Array, frames: VoiceFrames, at: number): number {
    const count = Math.max(0, Math.floor((samples.length - frameReach) / frameHop) + 1);
    for (let frame = 0; frame < count; frame++) {
      const start = frame * frameHop;
      fft.powers(samples.subarray(start, start + fftSize), powers);
      let power = 0;
      for (let bin = 3; bin < fft.bins; bin++) power += powers[bin]!;
      for (let band = 0; band < melBands; band++) {
        const { first, weights } = filters[band]!;
        let sum = 0;
        for (let i = 0; i < weights.length; i++) sum += weights[i]! * powers[first + i]!;
        bands[band] = Math.log(sum + 1e-11);
      }
      const row = (at + frame) * cepstra;
      for (let order = 0; order < cepstra; order++) {
        let sum = 0;
        for (let band = 0; band < melBands; band++) sum += bands[band]! * cosines[order * melBands + band]!;
        frames.values[row + order] = sum;
      }
      frames.level[at + frame] = powerToDb(power + 1e-12);
      frames.pitch[at + frame] = pitchOf(samples, start);
    }
    return count;
  };
}
