import { toMel } from '#wasm/dsp/mel.ts';
import { createMixedFft } from '#wasm/dsp/mixed-fft.ts';

export const bankBands = 80;
const rate = 16_000;
const windowLength = 400;
const hop = 160;
const lowestHz = 20;
const highestHz = 8_000;
const emphasis = 0.97;
// Size of the transform, samples. Every second bin is a bin of a transform of 512, for which the filters are made.
const fftSize = 1024;
const bins = 257;

/**
 * Creates a function that computes the log mel energies with which speaker networks of the WeSpeaker family are trained
 * (Kaldi: 25 ms every 10 ms, Hamming window, pre-emphasis 0.97, 80 bands from 20 Hz to 8 kHz, samples as 16-bit
 * numbers), minus the mean of each band. It returns `[frames, 80]`, row by row, or null if the audio (16 kHz) is
 * shorter than a window.
 */
export function createMelFilterBank() {
  const fft = createMixedFft(fftSize);
  const re = new Float64Array(fftSize);
  const im = new Float64Array(fftSize);
  const window = Float64Array.from(
    { length: windowLength },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (windowLength - 1)),
  );
  const width = (toMel(highestHz) - toMel(lowestHz)) / (bankBands + 1);
  const filters = Array.from({ length: bankBands }, (_, band) => {
    const centre = toMel(lowestHz) + (band + 1) * width;
    return Array.from({ length: bins - 1 }, (_, bin): [number, number] => {
      const mel = toMel((bin * rate) / 512);
      return [bin, 1 - Math.abs(mel - centre) / width];
    }).filter(([, weight]) => weight > 0);
  });

  return function bankOf(samples: Float32Array): Float32Array<ArrayBuffer> | null {
    const frames = Math.floor((samples.length - windowLength) / hop) + 1;
    if (frames < 1) return null;
    const rows = new Float32Array(frames * bankBands);
    const means = new Float64Array(bankBands);
    for (let frame = 0; frame < frames; frame++) {
      const start = frame * hop;
      let mean = 0;
      for (let i = 0; i < windowLength; i++) mean += samples[start + i]! / windowLength;
      re.fill(0);
      im.fill(0);
      for (let i = 0; i < windowLength; i++) {
        const before = samples[start + Math.max(0, i - 1)]! - mean;
        re[i] = (samples[start + i]! - mean - emphasis * before) * window[i]! * 32_768;
      }
      fft.transform(re, im);
      for (const [band, filter] of filters.entries()) {
        let sum = 0;
        for (const [bin, weight] of filter) sum += weight * (re[bin * 2]! ** 2 + im[bin * 2]! ** 2);
        const value = Math.log(Math.max(sum, 1.2e-7));
        rows[frame * bankBands + band] = value;
        means[band]! += value / frames;
      }
    }
    for (let i = 0; i < rows.length; i++) rows[i]! -= means[i % bankBands]!;
    return rows;
  };
}
