import { addMul } from './math';
import { fourPowers, fourSpectra } from './four-spectra';

// Band levels for the reverberation time: wasm/measure/reverberation.ts.
const bands: i32 = 6;
const bits: i32 = 7;

let window: usize = 0;
let halves: usize = 0;
/** The bins (i32) at which the bands begin, and at which the last one ends. */
let edges: usize = 0;
let levels: usize = 0;

export function hopLevelsCreate(windowTable: usize, halvesTable: usize, edgeTable: usize): void {
  window = windowTable;
  halves = halvesTable;
  edges = edgeTable;
  levels = heap.alloc(<usize>bands * 16);
}

/** Returns the address of the levels of the last call, dB (f32): for each band those of the four hops. */
export function hopLevelsOut(): usize {
  return levels;
}

/** Returns 10 log10 of four positive numbers, within 1e-5, by the series of artanh. */
function decibels4(x: v128): v128 {
  // The mantissas are from √½ to √2.
  const shifted = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const exponent = f32x4.convert_i32x4_s(i32x4.shr_s(shifted, 23));
  const mantissa = i32x4.add(v128.and(shifted, i32x4.splat(0x007fffff)), i32x4.splat(0x3f3504f3));
  const one = f32x4.splat(1);
  const s = f32x4.div(f32x4.sub(mantissa, one), f32x4.add(mantissa, one));
  const square = f32x4.mul(s, s);
  let p = f32x4.splat(1.0 / 9);
  p = addMul(f32x4.splat(1.0 / 7), p, square);
  p = addMul(f32x4.splat(1.0 / 5), p, square);
  p = addMul(f32x4.splat(1.0 / 3), p, square);
  p = addMul(one, p, square);
  // The factors are 20 / ln 10 and 10 log10 2. The term x − x turns infinite input into NaN.
  const fraction = addMul(f32x4.sub(x, x), f32x4.mul(s, f32x4.splat(8.685889638065037)), p);
  return addMul(fraction, exponent, f32x4.splat(3.010299956639812));
}

/** Computes the levels of the four windows of 256 samples from `from` on, 128 apart. */
export function hopLevels(from: usize): void {
  const firstBin = load<i32>(edges);
  const lastBin = load<i32>(edges + ((<usize>bands) << 2));
  fourSpectra(from, 512, window, halves, bits, lastBin);
  const powers = fourPowers();
  let bin = firstBin;
  for (let band = 0; band < bands; band++) {
    const end = load<i32>(edges + ((<usize>(band + 1)) << 2));
    let sum = f32x4.splat(1e-12);
    for (; bin < end; bin++) sum = f32x4.add(sum, v128.load(powers + ((<usize>bin) << 4)));
    v128.store(levels + ((<usize>band) << 4), decibels4(sum));
  }
}
