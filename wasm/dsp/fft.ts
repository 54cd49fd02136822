type Fft = {
  readonly size: number;
  /** Number of bins from 0 to half the sample rate: `size / 2 + 1`. */
  readonly bins: number;
  /**
   * Writes the mean square in each bin of `size` samples under a Hann window to `out`. The sum over all bins is the power of the
   * signal (0 dBFS: a full-scale square wave) under the window.
   */
  powers(samples: Float32Array, out: Float64Array): void;
};

/** Returns a Hann window, and the scale that turns the squares of a transform into mean squares. */
export function hannOf(size: number): { window: Float64Array; scale: number } {
  const window = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size),
  );
  return { window, scale: 1 / (size * window.reduce((sum, value) => sum + value * value, 0)) };
}

export function createFft(size: number): Fft {
  // Two real samples are packed into one complex point.
  const half = size / 2;
  const levels = Math.log2(half);
  if (!Number.isInteger(levels) || half < 4) throw new RangeError(`${size} is no power of two`);
  const { window, scale } = hannOf(size);
  const cos = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float64Array.from({ length: half }, (_, i) => Math.sin((2 * Math.PI * i) / size));
  const reversed = Uint32Array.from({ length: half }, (_, i) => {
    let bits = 0;
    for (let level = 0; level < levels; level++) bits = (bits << 1) | ((i >> level) & 1);
    return bits;
  });
  const re = new Float64Array(half);
  const im = new Float64Array(half);

  return {
    size,
    bins: half + 1,
    powers(samples, out) {
      for (let i = 0; i < half; i++) {
        const to = reversed[i]!;
        re[to] = samples[i * 2]! * window[i * 2]!;
        im[to] = samples[i * 2 + 1]! * window[i * 2 + 1]!;
      }
      transform(re, im, cos, sin);
      for (let k = 0; k <= half; k++) {
        const a = k % half;
        const b = (half - k) % half;
        const evenRe = (re[a]! + re[b]!) / 2;
        const evenIm = (im[a]! - im[b]!) / 2;
        const oddRe = (im[a]! + im[b]!) / 2;
        const oddIm = (re[b]! - re[a]!) / 2;
        const c = k === half ? -1 : cos[k]!;
        const s = k === half ? 0 : sin[k]!;
        const x = evenRe + oddRe * c + oddIm * s;
        const y = evenIm + oddIm * c - oddRe * s;
        // All bins except the first and the last also stand for negative frequencies.
        out[k] = (x * x + y * y) * scale * (k === 0 || k === half ? 1 : 2);
      }
    },
  };
}

/**
 * Transforms n complex values in place, which are in bit-reversed order. `cos` and `sin` have n values, of the angles 2
 * π k / (2 n).
 */
function transform(re: Float64Array, im: Float64Array, cos: Float64Array, sin: Float64Array): void {
  const size = re.length;
  beginTransform(re, im);
  for (let length = 8; length <= size; length *= 2) {
    const stride = (2 * size) / length;
    const pair = length / 2;
    for (let start = 0; start < size; start += length) {
      for (let k = 0; k < pair; k++) {
        const c = cos[k * stride]!;
        const s = sin[k * stride]!;
        const a = start + k;
        const b = a + pair;
        const x = re[b]! * c + im[b]! * s;
        const y = im[b]! * c - re[b]! * s;
        re[b] = re[a]! - x;
        im[b] = im[a]! - y;
        re[a]! += x;
        im[a]! += y;
      }
    }
  }
}

/** Does the first two stages at once: their factors are 1 and -i. */
function beginTransform(re: Float64Array, im: Float64Array): void {
  for (let at = 0; at < re.length; at += 4) {
    const sumRe = re[at]! + re[at + 1]!;
    const sumIm = im[at]! + im[at + 1]!;
    const difRe = re[at]! - re[at + 1]!;
    const difIm = im[at]! - im[at + 1]!;
    const sumRe2 = re[at + 2]! + re[at + 3]!;
    const sumIm2 = im[at + 2]! + im[at + 3]!;
    const difRe2 = re[at + 2]! - re[at + 3]!;
    const difIm2 = im[at + 2]! - im[at + 3]!;
    re[at] = sumRe + sumRe2;
    im[at] = sumIm + sumIm2;
    re[at + 1] = difRe + difIm2;
    im[at + 1] = difIm - difRe2;
    re[at + 2] = sumRe - sumRe2;
    im[at + 2] = sumIm - sumIm2;
    re[at + 3] = difRe - difIm2;
    im[at + 3] = difIm + difRe2;
  }
}
