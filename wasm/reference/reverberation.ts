import { powerToDb } from '#wasm/dsp/decibel.ts';
import { createFft } from '#wasm/dsp/fft.ts';
import {
  bandCount,
  createDecays,
  decayEdges,
  decayWindowSamples,
  frameSamples,
  hopSamples,
  hopsAFrame,
} from '#wasm/measure/reverberation.ts';

type Reverberation = {
  /** Takes a frame of 512 mono samples at 16 kHz and its probability of speech. */
  push(frame: Float32Array, probability: number): void;
  t60S(): number | null;
};

/** Measures the reverberation time of samples without the kernel. */
export function createReferenceReverberation(): Reverberation {
  const fft = createFft(decayWindowSamples);
  const powers = new Float64Array(fft.bins);
  const levels = new Float64Array(bandCount);
  /** A frame, preceded by the samples that its first window needs. */
  const line = new Float32Array(hopSamples + frameSamples);
  const decays = createDecays();

  return {
    push(frame, probability) {
      line.copyWithin(0, frameSamples);
      line.set(frame, hopSamples);
      for (let hop = decays.watch(probability); hop < hopsAFrame; hop++) {
        fft.powers(line.subarray(hop * hopSamples, hop * hopSamples + decayWindowSamples), powers);
        for (let band = 0; band < bandCount; band++) {
          let sum = 0;
          for (let bin = decayEdges[band]!; bin < decayEdges[band + 1]!; bin++) sum += powers[bin]!;
          levels[band] = powerToDb(sum + 1e-12);
        }
        decays.add(levels, 0, 1);
      }
    },
    t60S: decays.t60S,
  };
}
