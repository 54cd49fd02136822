import { cepstra, type VoiceFrames } from './voice-frames.ts';

/**
 * Sufficient statistics of a full-covariance normal distribution: count, sum, and sum of products (lower triangle, row
 * by row). To unite two sets of samples, each of these is added.
 */
export type Moments = { count: number; sum: Float64Array; products: Float64Array };

const triangle = (dims: number) => (dims * (dims + 1)) / 2;

export const createMoments = (dims: number): Moments => ({
  count: 0,
  sum: new Float64Array(dims),
  products: new Float64Array(triangle(dims)),
});

export function addSample(moments: Moments, values: Float32Array, at: number): void {
  const { sum, products } = moments;
  moments.count++;
  for (let row = 0, cell = 0; row < sum.length; row++) {
    const value = values[at + row]!;
    sum[row]! += value;
    for (let column = 0; column <= row; column++, cell++) products[cell]! += value * values[at + column]!;
  }
}

function covarianceOf({ count, sum, products }: Moments): Float64Array {
  const cells = new Float64Array(products.length);
  for (let row = 0, cell = 0; row < sum.length; row++)
    for (let column = 0; column <= row; column++, cell++)
      cells[cell] = products[cell]! / count - (sum[row]! / count) * (sum[column]! / count);
  return cells;
}

/**
 * Returns a function that computes the log-determinant of the covariance of `a`, or of `a` and `b` together. The
 * covariance has `dims` dimensions. It is regularised by a prior that counts as `priorCount` samples, so that one
 * second of speech is enough.
 */
function createDeterminant(dims: number, prior: Float64Array, priorCount: number) {
  const factor = new Float64Array(triangle(dims));
  return function logDeterminant(a: Moments, b: Moments | null = null): number {
    const count = a.count + (b?.count ?? 0);
    const all = count + priorCount;
    let logarithm = 0;
    for (let row = 0, cell = 0; row < dims; row++) {
      const rowStart = cell;
      const rowMean = (a.sum[row]! + (b ? b.sum[row]! : 0)) / count;
      for (let column = 0; column <= row; column++, cell++) {
        const columnMean = (a.sum[column]! + (b ? b.sum[column]! : 0)) / count;
        const product = a.products[cell]! + (b ? b.products[cell]! : 0);
        let value = (product - count * rowMean * columnMean + priorCount * prior[cell]!) / all;
        const columnStart = (column * (column + 1)) / 2;
        for (let k = 0; k < column; k++) value -= factor[rowStart + k]! * factor[columnStart + k]!;
        if (column === row) {
          const pivot = Math.max(value, 1e-9);
          logarithm += Math.log(pivot);
          factor[cell] = Math.sqrt(pivot);
        } else factor[cell] = value / factor[columnStart + column]!;
      }
    }
    return logarithm;
  };
}

// Weight of the prior in frames: half a second.
const priorCount = 30;
const penalty = 2;

/**
 * Returns a function that computes how different two spans of speech are: the change of the Bayesian information
 * criterion by modelling each with its own normal distribution (Chen & Gopalakrishnan, "Speaker, environment and
 * channel change detection and clustering via the Bayesian information criterion", 1998). Above 0 they are different
 * voices, or very different sounds.
 */
export function createVoiceDistance(frames: VoiceFrames, speechFrames: Uint8Array) {
  const all = createMoments(cepstra);
  for (let at = 0; at < frames.count; at++) if (speechFrames[at]) addSample(all, frames.values, at * cepstra);
  const logDeterminant = createDeterminant(cepstra, covarianceOf(all), priorCount);
  const parameters = cepstra + triangle(cepstra);
  return (a: Moments, b: Moments): number => {
    const count = a.count + b.count;
    const gain = count * logDeterminant(a, b) - a.count * logDeterminant(a) - b.count * logDeterminant(b);
    return (gain - penalty * parameters * Math.log(count)) / 2;
  };
}
