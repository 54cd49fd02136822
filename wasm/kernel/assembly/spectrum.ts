import { evaluate } from './convolution';
import { addMul } from './math';

/** Samples of one transform. */
const size: i32 = 256;
/** Samples from one to the next. */
const hop: usize = 128;
/** Bins of a row of magnitudes; 129 are used, the rest is zero. */
export const bins: i32 = 132;

// Lane t of every vector is the t-th of the four transforms of a window, so that one pass computes all four.
let reals: usize = 0;
let imaginaries: usize = 0;
let magnitudes: usize = 0;
let reversed: usize = 0;
let padded: usize = 0;

export function spectrumCreate(): void {
  reals = heap.alloc(128 * 16);
  imaginaries = heap.alloc(128 * 16);
  magnitudes = heap.alloc(<usize>bins * 16);
  memory.fill(magnitudes, 0, <usize>bins * 16);
  padded = heap.alloc(640 * 4);
  reversed = heap.alloc(128 * 4);
  for (let i = 0; i < 128; i++) {
    let value = 0;
    for (let bit = 0; bit < 7; bit++) value |= ((i >> bit) & 1) << (6 - bit);
    store<i32>(reversed + ((<usize>i) << 2), value);
  }
}

function evenLow(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}
function evenHigh(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

/** Stores sample `2 n` and `2 n + 1` as one complex value, where a transform with decimation in time wants it. */
function place(n: i32, real: v128, imaginary: v128): void {
  const at = (<usize>load<i32>(reversed + ((<usize>n) << 2))) << 4;
  v128.store(reals + at, real);
  v128.store(imaginaries + at, imaginary);
}

/** Transposes four windowed stretches of sound to lanes. */
function load4(window: usize): void {
  for (let i = 0; i < size; i += 4) {
    const at = padded + ((<usize>i) << 2);
    const w = v128.load(window + ((<usize>i) << 2));
    const a = f32x4.mul(v128.load(at), w);
    const b = f32x4.mul(v128.load(at + hop * 4), w);
    const c = f32x4.mul(v128.load(at + hop * 8), w);
    const d = f32x4.mul(v128.load(at + hop * 12), w);
    const ac0 = evenLow(a, c);
    const bd0 = evenLow(b, d);
    const ac1 = evenHigh(a, c);
    const bd1 = evenHigh(b, d);
    place(i >> 1, evenLow(ac0, bd0), evenHigh(ac0, bd0));
    place((i >> 1) + 1, evenLow(ac1, bd1), evenHigh(ac1, bd1));
  }
}

/** 128 complex points, radix 2. `cosines` and `sines` hold the angles 2 π k / 256 for k below 128. */
function transform(cosines: usize, sines: usize): void {
  for (let half = 1; half < 128; half <<= 1) {
    const offset = (<usize>half) << 4;
    const step = (<usize>(128 / half)) << 2;
    for (let k = 0; k < half; k++) {
      const real = v128.load32_splat(cosines + <usize>k * step);
      const imaginary = f32x4.neg(v128.load32_splat(sines + <usize>k * step));
      for (let i = k; i < 128; i += half << 1) {
        const re = reals + ((<usize>i) << 4);
        const im = imaginaries + ((<usize>i) << 4);
        const upRe = v128.load(re + offset);
        const upIm = v128.load(im + offset);
        const turnedRe = f32x4.sub(f32x4.mul(upRe, real), f32x4.mul(upIm, imaginary));
        const turnedIm = addMul(f32x4.mul(upRe, imaginary), upIm, real);
        const lowRe = v128.load(re);
        const lowIm = v128.load(im);
        v128.store(re, f32x4.add(lowRe, turnedRe));
        v128.store(im, f32x4.add(lowIm, turnedIm));
        v128.store(re + offset, f32x4.sub(lowRe, turnedRe));
        v128.store(im + offset, f32x4.sub(lowIm, turnedIm));
      }
    }
  }
}

function magnitude(re: v128, im: v128): v128 {
  return f32x4.sqrt(addMul(f32x4.mul(re, re), im, im));
}

/** Takes the spectrum of 256 real samples from that of the 128 complex ones they were packed to. */
function separate(cosines: usize, sines: usize): void {
  const re0 = v128.load(reals);
  const im0 = v128.load(imaginaries);
  v128.store(magnitudes, f32x4.abs(f32x4.add(re0, im0)));
  v128.store(magnitudes + (128 << 4), f32x4.abs(f32x4.sub(re0, im0)));
  const half = f32x4.splat(0.5);
  for (let k = 1; k <= 64; k++) {
    const near = (<usize>k) << 4;
    const far = (<usize>(128 - k)) << 4;
    const nearRe = v128.load(reals + near);
    const nearIm = v128.load(imaginaries + near);
    const farRe = v128.load(reals + far);
    const farIm = v128.load(imaginaries + far);
    const evenRe = f32x4.mul(half, f32x4.add(nearRe, farRe));
    const evenIm = f32x4.mul(half, f32x4.sub(nearIm, farIm));
    const oddRe = f32x4.mul(half, f32x4.add(nearIm, farIm));
    const oddIm = f32x4.mul(half, f32x4.sub(farRe, nearRe));
    const real = v128.load32_splat(cosines + ((<usize>k) << 2));
    const imaginary = f32x4.neg(v128.load32_splat(sines + ((<usize>k) << 2)));
    const turnedRe = f32x4.sub(f32x4.mul(oddRe, real), f32x4.mul(oddIm, imaginary));
    const turnedIm = addMul(f32x4.mul(oddRe, imaginary), oddIm, real);
    v128.store(magnitudes + near, magnitude(f32x4.add(evenRe, turnedRe), f32x4.add(evenIm, turnedIm)));
    v128.store(magnitudes + far, magnitude(f32x4.sub(evenRe, turnedRe), f32x4.sub(evenIm, turnedIm)));
  }
}

/**
 * Magnitudes of the four transforms of 576 samples whose end is reflected by 64, at `out` as the convolution over them takes
 * them: `bins` values at each of its points, `stride` bytes apart. `window` holds 256 weights.
 */
export function spectrum(
  samples: usize,
  window: usize,
  cosines: usize,
  sines: usize,
  out: usize,
  stride: usize,
): void {
  memory.copy(padded, samples, 576 * 4);
  for (let i = 0; i < 64; i++)
    store<f32>(padded + ((<usize>(576 + i)) << 2), load<f32>(padded + ((<usize>(574 - i)) << 2)));
  load4(window);
  transform(cosines, sines);
  separate(cosines, sines);
  for (let k = 0; k < bins; k += 4) {
    const at = magnitudes + ((<usize>k) << 4);
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const ac0 = evenLow(a, c);
    const bd0 = evenLow(b, d);
    const ac1 = evenHigh(a, c);
    const bd1 = evenHigh(b, d);
    const to = out + ((<usize>k) << 2);
    evaluate(evenLow(ac0, bd0), evenHigh(ac0, bd0), evenLow(ac1, bd1), evenHigh(ac1, bd1), to, stride);
  }
}
