import { createPeaks } from '#wasm/waveform/peaks.ts';
import { coarsened, type TwoRatePeaks } from '#wasm/waveform/two-rate-peaks.ts';

/** Computes peaks at two rates (pairs a second) in one pass, in JavaScript. `fineRate` is a multiple of `rate`. */
export function createReferencePeaks(input: {
  sampleRate: number;
  channels: number;
  rate: number;
  fineRate: number;
}): TwoRatePeaks & { push(block: Float32Array): void } {
  const { sampleRate, channels, rate, fineRate } = input;
  const fine = createPeaks({ sampleRate, channels, rate: fineRate });
  return { push: fine.push, ...coarsened(fine, { rate, fineRate }) };
}
