import { pointBytes, transformFour } from './four-transforms';
import { addMul } from './math';
import { zipHigh, zipLow } from './transpose';

// Power spectra of four real signals at once: lane t of every vector belongs to the t-th. Two real samples are packed into one
// complex point.
const maxHalf: i32 = 512;

let points: usize = 0;
let twiddles: usize = 0;
let powers: usize = 0;

/** Allocates the memory. `twiddleTable` is the address of the twiddle factors for `transformFour`. */
export function fourSpectraCreate(twiddleTable: usize): void {
  twiddles = twiddleTable;
  points = heap.alloc(<usize>maxHalf * pointBytes);
  powers = heap.alloc((<usize>(maxHalf + 4)) << 4);
  memory.fill(powers, 0, (<usize>(maxHalf + 4)) << 4);
}

/** Returns the address of the powers; bin `k` of the four signals is at offset `16 k`. */
export function fourPowers(): usize {
  return powers;
}

/** Returns the address of point `n` of `2 ** bits` points in bit-reversed order. */
function reversedAt(n: i32, bits: i32): usize {
  let x = n;
  x = ((x & 0x5555) << 1) | ((x >> 1) & 0x5555);
  x = ((x & 0x3333) << 2) | ((x >> 2) & 0x3333);
  x = ((x & 0x0f0f) << 4) | ((x >> 4) & 0x0f0f);
  x = ((x & 0x00ff) << 8) | ((x >> 8) & 0x00ff);
  return points + ((<usize>(x >> (16 - bits))) << 5);
}

function load(from: usize, hopBytes: usize, window: usize, bits: i32): void {
  const half = 1 << bits;
  for (let n = 0; n < half; n += 2) {
    const offset = (<usize>n) << 3;
    const at = from + offset;
    const w = v128.load(window + offset);
    const a = f32x4.mul(v128.load(at), w);
    const b = f32x4.mul(v128.load(at + hopBytes), w);
    const c = f32x4.mul(v128.load(at + hopBytes * 2), w);
    const d = f32x4.mul(v128.load(at + hopBytes * 3), w);
    const ac0 = zipLow(a, c);
    const bd0 = zipLow(b, d);
    const ac1 = zipHigh(a, c);
    const bd1 = zipHigh(b, d);
    const to = reversedAt(n, bits);
    v128.store(to, zipLow(ac0, bd0));
    v128.store(to, zipHigh(ac0, bd0), 16);
    // In bit-reversed order the lowest bit, odd or even, becomes the highest.
    const toOdd = to + ((<usize>half) << 4);
    v128.store(toOdd, zipLow(ac1, bd1));
    v128.store(toOdd, zipHigh(ac1, bd1), 16);
  }
}

/** Separates the spectrum of the packed points into the powers of the real signal, for bins below `bins`. */
function separate(half: i32, halves: usize, bins: i32): void {
  const re0 = v128.load(points);
  const im0 = v128.load(points, 16);
  // Compensates the window's scale, which is made for the other bins: half of their sums, and twice their power.
  const first = f32x4.add(re0, im0);
  const last = f32x4.sub(re0, im0);
  const two = f32x4.splat(2);
  v128.store(powers, f32x4.mul(two, f32x4.mul(first, first)));
  v128.store(powers + ((<usize>half) << 4), f32x4.mul(two, f32x4.mul(last, last)));
  const to = min(bins - 1, half >> 1);
  let near = points + pointBytes;
  let far = points + <usize>(half - 1) * pointBytes;
  for (let k = 1; k <= to; k++, near += pointBytes, far -= pointBytes) {
    const nearRe = v128.load(near);
    const nearIm = v128.load(near, 16);
    const farRe = v128.load(far);
    const farIm = v128.load(far, 16);
    const evenRe = f32x4.add(nearRe, farRe);
    const evenIm = f32x4.sub(nearIm, farIm);
    const oddRe = f32x4.add(nearIm, farIm);
    const oddIm = f32x4.sub(farRe, nearRe);
    const cos = v128.load32_splat(halves + ((<usize>k) << 3));
    const sin = v128.load32_splat(halves + ((<usize>k) << 3), 4);
    const turnedRe = addMul(f32x4.mul(oddRe, cos), oddIm, sin);
    const turnedIm = f32x4.sub(f32x4.mul(oddIm, cos), f32x4.mul(oddRe, sin));
    const re = f32x4.add(evenRe, turnedRe);
    const im = f32x4.add(evenIm, turnedIm);
    v128.store(powers + ((<usize>k) << 4), addMul(f32x4.mul(re, re), im, im));
    const farBin = half - k;
    if (farBin >= bins) continue;
    const re2 = f32x4.sub(evenRe, turnedRe);
    const im2 = f32x4.sub(evenIm, turnedIm);
    v128.store(powers + ((<usize>farBin) << 4), addMul(f32x4.mul(re2, re2), im2, im2));
  }
}

/**
 * Writes the powers of four signals of `2 << bits` samples, `hopBytes` apart, to `fourPowers`: all bins below `bins`;
 * further ones may be written too. They are scaled by `window`. `bits` is 7 to 9. `halves` are cosine and sine of 2 π k
 * / size up to a quarter of the size.
 */
export function fourSpectra(
  from: usize,
  hopBytes: usize,
  window: usize,
  halves: usize,
  bits: i32,
  bins: i32,
): void {
  const half = 1 << bits;
  load(from, hopBytes, window, bits);
  transformFour(points, twiddles, half);
  separate(half, halves, bins);
}
