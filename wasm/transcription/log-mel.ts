import { createMixedFft } from '#wasm/dsp/mixed-fft.ts';

/** Sample rate of Whisper's input, Hz. */
export const modelSampleRate = 16_000;
const frameSamples = 400;
const hopSamples = 160;
const binCount = frameSamples / 2 + 1;
const leastPower = 1e-10;
const leastLog = Math.log10(leastPower);
const logOf = (power: number): number => (power > leastPower ? Math.log(power) * Math.LOG10E : leastLog);
// Dynamic range below the loudest value, log10 of power.
const dynamicRange = 8;

type LogMel = {
  /**
   * @param samples at 16 kHz, −1 to 1; padded with silence or truncated to the window
   * @returns `bands` rows of `frames` values, each frame 10 ms
   */
  compute(samples: Float32Array): Float32Array;
  readonly frames: number;
};

/**
 * Creates a function that computes the input features of Whisper (Radford et al. 2022, §2.2, and its reference
 * program): log10 power in Slaney's mel bands (Auditory Toolbox 1998) of Hann windows of 25 ms every 10 ms, limited to
 * 8 below the maximum, scaled to about −1 to 1. Trailing silence is not transformed, so it costs no time.
 * @param bands 80, or 128 for large-v3
 * @param windowS input length of the model, s
 */
export function createLogMel(bands: number, windowS: number): LogMel {
  const length = windowS * modelSampleRate;
  const frames = length / hopSamples;
  const fft = createMixedFft(frameSamples);
  const hann = Float64Array.from(
    { length: frameSamples },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frameSamples),
  );
  const filters = melFilters(bands);
  const padded = new Float64Array(length + frameSamples + hopSamples);
  const re = new Float64Array(frameSamples);
  const im = new Float64Array(frameSamples);
  const power = new Float64Array(binCount);
  const nextPower = new Float64Array(binCount);

  /** Pads the samples by half a frame mirrored at each end, so that frame k is centred at k × 10 ms. */
  const pad = (samples: Float32Array) => {
    const half = frameSamples / 2;
    padded.fill(0);
    padded.set(samples.subarray(0, length), half);
    for (let at = 1; at <= half; at++) {
      padded[half - at] = padded[half + at]!;
      padded[half + length - 1 + at] = padded[half + length - 1 - at]!;
    }
  };
  const write = (mel: Float32Array, frame: number) => {
    for (let band = 0; band < bands; band++) {
      const { from, weights } = filters[band]!;
      let sum = 0;
      let nextSum = 0;
      for (let at = 0; at < weights.length; at++) {
        const weight = weights[at]!;
        sum += weight * power[from + at]!;
        nextSum += weight * nextPower[from + at]!;
      }
      const to = band * frames + frame;
      mel[to] = logOf(sum);
      if (frame + 1 < frames) mel[to + 1] = logOf(nextSum);
    }
  };

  return {
    frames,
    compute(samples) {
      pad(samples);
      const mel = new Float32Array(bands * frames).fill(leastLog);
      const sounding = Math.min(frames, Math.ceil((samples.length + frameSamples) / hopSamples));
      // Two real frames make one complex transform.
      for (let frame = 0; frame < sounding; frame += 2) {
        for (let at = 0; at < frameSamples; at++) {
          const weight = hann[at]!;
          re[at] = padded[frame * hopSamples + at]! * weight;
          im[at] = padded[(frame + 1) * hopSamples + at]! * weight;
        }
        fft.transform(re, im);
        // Bin k of either frame follows from the sums and differences of bins k and −k.
        power[0] = re[0]! * re[0]!;
        nextPower[0] = im[0]! * im[0]!;
        for (let bin = 1; bin < binCount; bin++) {
          const other = frameSamples - bin;
          const sumRe = re[bin]! + re[other]!;
          const lessRe = re[bin]! - re[other]!;
          const sumIm = im[bin]! + im[other]!;
          const lessIm = im[bin]! - im[other]!;
          power[bin] = (sumRe * sumRe + lessIm * lessIm) / 4;
          nextPower[bin] = (sumIm * sumIm + lessRe * lessRe) / 4;
        }
        write(mel, frame);
      }
      scale(mel);
      return mel;
    },
  };
}

function scale(mel: Float32Array): void {
  let loudest = -Infinity;
  for (const value of mel) if (value > loudest) loudest = value;
  const least = loudest - dynamicRange;
  for (let at = 0; at < mel.length; at++) mel[at] = (Math.max(mel[at]!, least) + 4) / 4;
}

type Filter = { from: number; weights: Float64Array };

// Slaney's scale: linear up to 1 kHz (15 mel), logarithmic above.
const linearHz = 200 / 3;
const breakMel = 15;
const logStep = Math.log(6.4) / 27;
const toHz = (mel: number) =>
  mel < breakMel ? mel * linearHz : breakMel * linearHz * Math.exp(logStep * (mel - breakMel));
const topMel = breakMel + Math.log(modelSampleRate / 2 / (breakMel * linearHz)) / logStep;

/** Returns triangles of equal area, each from the centre of the band before to the centre of the next. */
function melFilters(bands: number): Filter[] {
  const edges = Array.from({ length: bands + 2 }, (_, at) => toHz((topMel * at) / (bands + 1)));
  return Array.from({ length: bands }, (_, band) => {
    const [low, middle, high] = edges.slice(band, band + 3) as [number, number, number];
    const weights = Array.from({ length: binCount }, (__, bin) => {
      const hz = (bin * modelSampleRate) / frameSamples;
      const height = Math.min((hz - low) / (middle - low), (high - hz) / (high - middle));
      return (Math.max(0, height) * 2) / (high - low);
    });
    const from = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const to = weights.findLastIndex((weight) => weight > 0) + 1;
    return { from, weights: Float64Array.from(weights.slice(from, to)) };
  });
}
