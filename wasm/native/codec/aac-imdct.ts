import { pointBytes, transformFour } from '../kernel/four-transforms';
import { addMul } from '../kernel/math';
import { storeAcross } from '../kernel/transpose';
import {
  fftTwiddles,
  joinTwiddles,
  long,
  longPoints,
  longTwiddles,
  reversed,
  short,
  shortPoints,
  shortTwiddles,
  twiddlesCreate,
} from './aac-twiddles';

// The IMDCT equals a DCT-IV of `size` values with its mirror image: C[n] = sum over k of X[k] cos(π / size (n + 1/2) (k + 1/2)).
// It is computed as a complex FFT of size / 2 over z[n] = X[2 n] + i X[size − 1 − 2 n]. Rotated by −π / size (n + 1/8) before and
// after, the result is C[2 n] − i C[size − 1 − 2 n].
export const rowBytes: usize = short * 4;
/** Offset from the real parts of the long transform to the negated imaginary parts. */
export const longImaginary: usize = (long / 2) * 4;

let points: usize = 0;
let lanes: usize = 0;
let complex: usize = 0;

export function imdctCreate(): void {
  twiddlesCreate();
  points = heap.alloc(<usize>longPoints * pointBytes);
  lanes = heap.alloc(short * 16);
  complex = heap.alloc(long * 4);
}

function turnLong(re: v128, im: v128, twiddle: usize, place: usize): void {
  const cos = v128.load(twiddle);
  const sin = v128.load(twiddle, 16);
  const to = points + <usize>load<u16>(place);
  v128.store(to, addMul(f32x4.mul(re, cos), im, sin));
  v128.store(to, f32x4.sub(f32x4.mul(im, cos), f32x4.mul(re, sin)), 16);
}

/** Distributes points to lanes: lane r has those that are r modulo 4, for four transforms of 128. */
function spreadLong(spectrum: usize): void {
  let low = spectrum;
  let high = spectrum + (long - 8) * 4;
  let twiddle = longTwiddles;
  let mirrored = longTwiddles + (long - 8) * 4;
  let place = reversed;
  let otherPlace = reversed + (longPoints - 1) * 2;
  for (let n = 0; n < longPoints / 2; n++) {
    const a = v128.load(low);
    const b = v128.load(low, 16);
    const c = v128.load(high);
    const d = v128.load(high, 16);
    turnLong(v128.shuffle<f32>(a, b, 0, 2, 4, 6), v128.shuffle<f32>(d, c, 3, 1, 7, 5), twiddle, place);
    turnLong(v128.shuffle<f32>(c, d, 0, 2, 4, 6), v128.shuffle<f32>(b, a, 3, 1, 7, 5), mirrored, otherPlace);
    low += 32;
    high -= 32;
    twiddle += 32;
    mirrored -= 32;
    place += 2;
    otherPlace -= 2;
  }
}

function storeTurned(to: usize, twiddle: usize, re: v128, im: v128): void {
  const cos = v128.load(twiddle);
  const sin = v128.load(twiddle, 16);
  v128.store(to, addMul(f32x4.mul(re, cos), im, sin));
  v128.store(to + longImaginary, f32x4.sub(f32x4.mul(re, sin), f32x4.mul(im, cos)));
}

/** Combines four transforms of 128 to one of 512, and rotates it. */
function joinLanes(): void {
  let factors = joinTwiddles;
  let twiddle = longTwiddles;
  let to = complex;
  const end = points + <usize>longPoints * pointBytes;
  for (let from = points; from < end; from += pointBytes * 4) {
    storeAcross(v128.load(from), v128.load(from, 32), v128.load(from, 64), v128.load(from, 96), lanes, 16);
    storeAcross(
      v128.load(from, 16),
      v128.load(from, 48),
      v128.load(from, 80),
      v128.load(from, 112),
      lanes + 64,
      16,
    );
    const aRe = v128.load(lanes);
    const aIm = v128.load(lanes, 64);
    let re = v128.load(lanes, 16);
    let im = v128.load(lanes, 80);
    let cos = v128.load(factors);
    let sin = v128.load(factors, 16);
    const bRe = addMul(f32x4.mul(re, cos), im, sin);
    const bIm = f32x4.sub(f32x4.mul(im, cos), f32x4.mul(re, sin));
    re = v128.load(lanes, 32);
    im = v128.load(lanes, 96);
    cos = v128.load(factors, 32);
    sin = v128.load(factors, 48);
    const cRe = addMul(f32x4.mul(re, cos), im, sin);
    const cIm = f32x4.sub(f32x4.mul(im, cos), f32x4.mul(re, sin));
    re = v128.load(lanes, 48);
    im = v128.load(lanes, 112);
    cos = v128.load(factors, 64);
    sin = v128.load(factors, 80);
    const dRe = addMul(f32x4.mul(re, cos), im, sin);
    const dIm = f32x4.sub(f32x4.mul(im, cos), f32x4.mul(re, sin));
    const sumRe = f32x4.add(aRe, cRe);
    const sumIm = f32x4.add(aIm, cIm);
    const difRe = f32x4.sub(aRe, cRe);
    const difIm = f32x4.sub(aIm, cIm);
    const sum2Re = f32x4.add(bRe, dRe);
    const sum2Im = f32x4.add(bIm, dIm);
    const dif2Re = f32x4.sub(bRe, dRe);
    const dif2Im = f32x4.sub(bIm, dIm);
    storeTurned(to, twiddle, f32x4.add(sumRe, sum2Re), f32x4.add(sumIm, sum2Im));
    storeTurned(to + 512, twiddle + 1024, f32x4.add(difRe, dif2Im), f32x4.sub(difIm, dif2Re));
    storeTurned(to + 1024, twiddle + 2048, f32x4.sub(sumRe, sum2Re), f32x4.sub(sumIm, sum2Im));
    storeTurned(to + 1536, twiddle + 3072, f32x4.sub(difRe, dif2Im), f32x4.add(difIm, dif2Re));
    factors += 96;
    twiddle += 32;
    to += 16;
  }
}

/** Returns the address of C[2 n] for n below 512; C[1023 − 2 n] is `longImaginary` bytes further. Full scale becomes 1.0. */
export function transformLong(spectrum: usize): usize {
  spreadLong(spectrum);
  transformFour(points, fftTwiddles, longPoints);
  joinLanes();
  return complex;
}

export function transformShorts(spectrum: usize, out: usize): void {
  for (let k: usize = 0; k < rowBytes; k += 16) {
    const at = spectrum + k;
    storeAcross(
      v128.load(at),
      v128.load(at, rowBytes),
      v128.load(at, 2 * rowBytes),
      v128.load(at, 3 * rowBytes),
      lanes + (k << 2),
      16,
    );
  }
  for (let n: usize = 0; n < shortPoints; n++) {
    const cos = v128.load32_splat(shortTwiddles + (n << 3));
    const sin = v128.load32_splat(shortTwiddles + (n << 3), 4);
    const re = v128.load(lanes + (n << 5));
    const im = v128.load(lanes + ((short - 1) << 4) - (n << 5));
    const to = points + <usize>load<u16>(reversed + longPoints * 2 + (n << 1));
    v128.store(to, addMul(f32x4.mul(re, cos), im, sin));
    v128.store(to, f32x4.sub(f32x4.mul(im, cos), f32x4.mul(re, sin)), 16);
  }
  transformFour(points, fftTwiddles, short / 2);
  for (let n: usize = 0; n < shortPoints; n++) {
    const cos = v128.load32_splat(shortTwiddles + (n << 3));
    const sin = v128.load32_splat(shortTwiddles + (n << 3), 4);
    const re = v128.load(points + n * pointBytes);
    const im = v128.load(points + n * pointBytes, 16);
    v128.store(lanes + (n << 5), addMul(f32x4.mul(re, cos), im, sin));
    v128.store(lanes + ((short - 1) << 4) - (n << 5), f32x4.sub(f32x4.mul(re, sin), f32x4.mul(im, cos)));
  }
  for (let k: usize = 0; k < rowBytes; k += 16) {
    const at = lanes + (k << 2);
    storeAcross(v128.load(at), v128.load(at, 16), v128.load(at, 32), v128.load(at, 48), out + k, rowBytes);
  }
}
