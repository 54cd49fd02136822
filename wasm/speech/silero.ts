import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import { kernelHalves, kernelTwiddles } from '#wasm/dsp/fft-tables.ts';
import type { SileroWeights } from './silero-weights.ts';
import { frameSamples, type Detect } from './detect.ts';

export type DetectExports = WithMemory & {
  detectCreate(maxFrames: number): number;
  detectWeights(): number;
  detectAudio(): number;
  detectProbabilities(): number;
  detectGate(): void;
  detectSilent(): number;
  detect(frames: number): void;
};

export type DetectCounts = { frames: number; silent: number };

export type DetectOptions = {
  /**
   * If true, frames of digital silence skip the layers before the LSTM, whose result for them is precomputed and identical to the
   * last bit. Gating louder noise is not exact: at -84 dBFS it changed probabilities by up to 0.02, at -102 dBFS by more than
   * 0.0001.
   */
  isGated?: boolean;
  onCounts?: (counts: DetectCounts) => void;
};

const framesAtOnce = 64;
const bins = 129;
/** Number of magnitudes in a row of the kernel, with zeros at the end. */
const paddedBins = 132;
const units = 128;

/** Puts column `c` of a matrix into block `c / 8`: the kernel works on eight columns at a time, `[block][k][8]`. */
function toBlocks(columns: number, rows: number, at: (column: number, k: number) => number): number[] {
  const packed: number[] = [];
  for (let block = 0; block < columns; block += 8)
    for (let k = 0; k < rows; k++)
      for (let column = block; column < block + 8; column++) packed.push(at(column, k));
  return packed;
}

/** Returns a convolution as a matrix with one row for each of the `taps` (of three) and each channel. */
function convolution(
  weights: Float32Array,
  input: { columns: number; channels: number; taps: number[] },
): number[] {
  const { columns, channels, taps } = input;
  return toBlocks(
    columns,
    taps.length * channels,
    (column, k) => weights[(column * channels + (k % channels)) * 3 + taps[Math.floor(k / channels)]!]!,
  );
}

/**
 * Returns the values of a polynomial, whose coefficients are the taps, the last one first, at the points of
 * `wasm/native/kernel/winograd.ts`: one matrix per point.
 */
function evaluatedConvolution(weights: Float32Array, columns: number): number[] {
  const root = Math.SQRT2;
  const points: ((before: number, at: number, after: number) => number)[] = [
    (_before, _at, after) => after,
    (before, at, after) => (after + at + before) / 2,
    (before, at, after) => (after - at + before) / 2,
    (before, at, after) => (after + root * at + 2 * before) / 4,
    (before, at, after) => (after - root * at + 2 * before) / 4,
    (before) => before,
  ];
  return points.flatMap((valueOf) =>
    toBlocks(columns, paddedBins, (column, channel) => {
      const from = (column * bins + channel) * 3;
      return channel < bins ? valueOf(weights[from]!, weights[from + 1]!, weights[from + 2]!) : 0;
    }),
  );
}

/** Maps the kernel's gate columns (blocks of eight units: input, forget, candidate, output) to the model's rows. */
const gateRow = (column: number): number => {
  const unit = Math.floor(column / 32) * 8 + (column % 8);
  return Math.floor((column % 32) / 8) * units + unit;
};

/**
 * Flattens the weights in the order of `wasm/native/kernel/silero.ts`, without taps that only multiply padding.
 * @throws if the basis is no Fourier transform, since the kernel computes an FFT instead
 */
export function packWeights(weights: SileroWeights): Float32Array<ArrayBuffer> {
  const basis = weights['stft.forward_basis_buffer'];
  const error = basisError(basis);
  if (error > 1e-6)
    throw new Error(`Not Silero VAD v5: its basis is no Fourier transform (off by ${error}).`);
  const gateBias = Array.from(
    { length: 4 * units },
    (_, column) =>
      weights['decoder.rnn.bias_ih'][gateRow(column)]! + weights['decoder.rnn.bias_hh'][gateRow(column)]!,
  );
  const matrix = (name: 'decoder.rnn.weight_ih' | 'decoder.rnn.weight_hh') => (column: number, k: number) =>
    weights[name][gateRow(column) * units + k]!;
  // The recurrent weights are grouped by all four gates of eight units, which the kernel needs together.
  const recurrent = matrix('decoder.rnn.weight_hh');
  const recurrentPacked: number[] = [];
  for (let block = 0; block < 4 * units; block += 32)
    for (let k = 0; k < units; k++)
      for (let column = block; column < block + 32; column++) recurrentPacked.push(recurrent(column, k));
  return Float32Array.from([
    // The window is halved: see `kernelWindow`.
    ...basis.subarray(0, 256).map((weight) => weight / 2),
    ...kernelTwiddles(),
    ...evaluatedConvolution(weights['encoder.0.reparam_conv.weight'], 128),
    ...weights['encoder.0.reparam_conv.bias'],
    ...convolution(weights['encoder.1.reparam_conv.weight'], { columns: 64, channels: 128, taps: [0, 1, 2] }),
    ...weights['encoder.1.reparam_conv.bias'],
    ...convolution(weights['encoder.2.reparam_conv.weight'], { columns: 64, channels: 64, taps: [1, 2] }),
    ...weights['encoder.2.reparam_conv.bias'],
    ...convolution(weights['encoder.3.reparam_conv.weight'], { columns: 128, channels: 64, taps: [1] }),
    ...weights['encoder.3.reparam_conv.bias'],
    ...toBlocks(4 * units, units, matrix('decoder.rnn.weight_ih')),
    ...gateBias,
    ...recurrentPacked,
    ...weights['decoder.decoder.2.weight'],
    ...weights['decoder.decoder.2.bias'],
    ...kernelHalves(256),
  ]);
}

/** Returns the largest difference between the model's basis and a windowed Fourier transform. */
export function basisError(basis: Float32Array): number {
  let worst = 0;
  for (let k = 0; k < bins; k++) {
    for (let n = 0; n < 256; n++) {
      const angle = (2 * Math.PI * k * n) / 256;
      const real = basis[k * 256 + n]! - basis[n]! * Math.cos(angle);
      const imaginary = basis[(bins + k) * 256 + n]! + basis[n]! * Math.sin(angle);
      worst = Math.max(worst, Math.abs(real), Math.abs(imaginary));
    }
  }
  return worst;
}

/**
 * Creates Silero VAD v5 for one stream: it carries state and context between calls. `packed` is the result of
 * `packWeights`.
 */
export function createSilero(
  instantiate: Instantiate<DetectExports>,
  packed: Float32Array,
  { isGated = true, onCounts }: DetectOptions = {},
): Detect {
  const kernel = instantiate();
  const bytes = kernel.detectCreate(framesAtOnce);
  if (bytes !== packed.byteLength)
    throw new Error(`The kernel takes ${bytes} bytes of weights, not ${packed.byteLength}.`);
  new Float32Array(kernel.memory.buffer, kernel.detectWeights(), packed.length).set(packed);
  if (isGated) kernel.detectGate();
  let frameCount = 0;
  return async (frames) => {
    const probabilities = new Float32Array(Math.floor(frames.length / frameSamples));
    for (let at = 0; at < probabilities.length; at += framesAtOnce) {
      const count = Math.min(framesAtOnce, probabilities.length - at);
      const sound = frames.subarray(at * frameSamples, (at + count) * frameSamples);
      new Float32Array(kernel.memory.buffer, kernel.detectAudio(), sound.length).set(sound);
      kernel.detect(count);
      probabilities.set(new Float32Array(kernel.memory.buffer, kernel.detectProbabilities(), count), at);
    }
    frameCount += probabilities.length;
    onCounts?.({ frames: frameCount, silent: kernel.detectSilent() });
    return probabilities;
  };
}
