import { addMul } from './math';
import { fourPowers, fourSpectra } from './four-spectra';
import { histogramBytes, histogramsAdd, histogramsAlloc } from './power-histogram';
import { zipHigh, zipLow } from './transpose';

// Measures the powers below 600 Hz for mains hum, after a low-pass and decimation by eight, in windows of half a second
// (wasm/measure/hum.ts).
const taps: i32 = 96;
const factor: i32 = 8;
const windowSamples: i32 = 1024;
const hopSamples: i32 = 256;
const bits: i32 = 9;
/** Number of samples before the first one that the first output needs. */
const humHistory: i32 = taps - factor;

let filter: usize = 0;
let window: usize = 0;
let halves: usize = 0;
let line: usize = 0;
let filled: i32 = 0;
let histograms: usize = 0;
let bins: i32 = 0;

export function humCreate(
  maxSamples: i32,
  binCount: i32,
  filterTable: usize,
  windowTable: usize,
  halvesTable: usize,
): void {
  bins = binCount;
  filter = filterTable;
  window = windowTable;
  halves = halvesTable;
  line = heap.alloc((<usize>(windowSamples + 3 * hopSamples + maxSamples / factor)) << 2);
  histograms = histogramsAlloc(bins);
}

export function humHistograms(): usize {
  return histograms;
}

/** Returns the sums of four vectors as one vector. */
function sums4(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(zipLow(a, b), zipHigh(a, b));
  const cd = f32x4.add(zipLow(c, d), zipHigh(c, d));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

function look(count: i32): void {
  fourSpectra(line, (<usize>hopSamples) << 2, window, halves, bits, bins);
  for (let lane = 0; lane < count; lane++)
    histogramsAdd(histograms, fourPowers() + ((<usize>lane) << 2), 16, bins);
  const used = count * hopSamples;
  filled -= used;
  memory.copy(line, line + ((<usize>used) << 2), (<usize>filled) << 2);
}

/** Processes `count` samples, a multiple of 32, preceded by `humHistory` samples. */
export function humPush(samples: usize, count: i32): void {
  let from = samples - ((<usize>humHistory) << 2);
  for (const end = from + ((<usize>count) << 2); from < end; from += factor << 4) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let at = from;
    for (let tap = filter, last = filter + ((<usize>taps) << 2); tap < last; tap += 16, at += 16) {
      const weight = v128.load(tap);
      a = addMul(a, weight, v128.load(at));
      b = addMul(b, weight, v128.load(at, 32));
      c = addMul(c, weight, v128.load(at, 64));
      d = addMul(d, weight, v128.load(at, 96));
    }
    v128.store(line + ((<usize>filled) << 2), sums4(a, b, c, d));
    filled += 4;
  }
  while (filled >= windowSamples + 3 * hopSamples) look(4);
}

export function humRest(): void {
  if (filled >= windowSamples) look((filled - windowSamples) / hopSamples + 1);
}
