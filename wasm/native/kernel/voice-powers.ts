import { fourPowers, fourSpectra, fourSpectraCreate } from './four-spectra';
import { hopLevels, hopLevelsCreate } from './hop-levels';
import { humCreate, humPush } from './hum-powers';
import { histogramBytes, histogramsAdd, histogramsAlloc, histogramsCreate } from './power-histogram';
import { storeAcross } from './transpose';

// Computes spectra of frames of 512 samples for the measures of speech and of the room
// (wasm/measure/voice-measures.ts).
const frameSamples: i32 = 512;
const bits: i32 = 8;
const frameBytes: usize = <usize>frameSamples * 4;
const maxFrames: i32 = 64;
/** Number of samples kept before the first frame, for the windows of reverberation and the filter of hum. */
const history: usize = 128;
/** Number of past frames whose powers are kept, because noise frames are known only later. */
const pastFrames: i32 = 8;

const bands: i32 = 32;
const bins: i32 = 257;
const firstBin: i32 = 3;
const binsPerBand: i32 = 8;
/** Bytes of a frame's powers: its bins, padded to a multiple of four. */
const rowBytes: usize = 260 * 4;
const bandRowBytes: usize = <usize>bands * 4;

let samples: usize = 0;
let window: usize = 0;
let halves: usize = 0;
let rows: usize = 0;
let bandRows: usize = 0;
/** Total power of each frame from `firstBin` on, f32. */
let totals: usize = 0;
let frames: i32 = 0;
/** Histograms by band, of all frames and then of each class; sums of the spectra of each class (f64). */
let all: usize = 0;
let classes: usize = 0;
let sums: usize = 0;

/** Allocates `count` f32 for the tables, which the caller fills before `voiceCreate`. */
export function voiceTables(count: i32): usize {
  return heap.alloc((<usize>count) << 2);
}

/** Takes the addresses of the tables. Returns the largest number of frames per push. Call once per instance. */
export function voiceCreate(
  classCount: i32,
  humBins: i32,
  twiddles: usize,
  frameWindow: usize,
  frameHalves: usize,
  hopWindow: usize,
  hopHalves: usize,
  hopEdges: usize,
  humFilter: usize,
  humWindow: usize,
  humHalves: usize,
  histogramEdges: usize,
): i32 {
  window = frameWindow;
  halves = frameHalves;
  const room = (history + <usize>(frameSamples * maxFrames)) << 2;
  samples = heap.alloc(room);
  memory.fill(samples, 0, room);
  rows = heap.alloc(rowBytes * <usize>(pastFrames + maxFrames));
  bandRows = heap.alloc(bandRowBytes * <usize>(pastFrames + maxFrames));
  totals = heap.alloc((<usize>maxFrames) << 2);
  fourSpectraCreate(twiddles);
  histogramsCreate(histogramEdges);
  hopLevelsCreate(hopWindow, hopHalves, hopEdges);
  humCreate(frameSamples * maxFrames, humBins, humFilter, humWindow, humHalves);
  all = histogramsAlloc(bands * (classCount + 1));
  sums = heap.alloc(rowBytes * 2 * <usize>classCount);
  memory.fill(sums, 0, rowBytes * 2 * <usize>classCount);
  return maxFrames;
}

/** Returns the address for at most `maxFrames` new frames. The frames of the last push become the past. */
export function voiceIn(): usize {
  memory.copy(samples, samples + <usize>frames * frameBytes, history << 2);
  memory.copy(rows, rows + <usize>frames * rowBytes, <usize>pastFrames * rowBytes);
  memory.copy(bandRows, bandRows + <usize>frames * bandRowBytes, <usize>pastFrames * bandRowBytes);
  frames = 0;
  return samples + (history << 2);
}

export function voiceTotals(): usize {
  return totals;
}

export function voiceHistograms(): usize {
  return all;
}

/** Returns the address of the summed bins of each class: 260 f64, of which 257 are used. */
export function voiceSums(): usize {
  return sums;
}

function bandAt(at: usize): v128 {
  const a = f32x4.add(v128.load(at), v128.load(at, 16));
  const b = f32x4.add(v128.load(at, 32), v128.load(at, 48));
  const c = f32x4.add(v128.load(at, 64), v128.load(at, 80));
  const d = f32x4.add(v128.load(at, 96), v128.load(at, 112));
  return f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
}

/** Computes bins, bands and totals of four frames from `frame` on. */
function look(frame: i32): void {
  fourSpectra(samples + (history << 2) + <usize>frame * frameBytes, frameBytes, window, halves, bits, bins);
  const powers = fourPowers();
  const row = rows + <usize>(pastFrames + frame) * rowBytes;
  for (let bin: usize = 0; bin < <usize>bins; bin += 4) {
    const at = powers + (bin << 4);
    storeAcross(
      v128.load(at),
      v128.load(at, 16),
      v128.load(at, 32),
      v128.load(at, 48),
      row + (bin << 2),
      rowBytes,
    );
  }
  for (let bin: usize = 0; bin < <usize>firstBin; bin++) v128.store(powers + (bin << 4), f32x4.splat(0));
  const bandRow = bandRows + <usize>(pastFrames + frame) * bandRowBytes;
  let total = v128.load(powers + ((<usize>(bins - 1)) << 4));
  for (let band: usize = 0; band < <usize>bands; band += 4) {
    const at = powers + ((band * binsPerBand) << 4);
    const a = bandAt(at);
    const b = bandAt(at + (binsPerBand << 4));
    const c = bandAt(at + (binsPerBand << 5));
    const d = bandAt(at + (binsPerBand << 4) * 3);
    total = f32x4.add(total, f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
    storeAcross(a, b, c, d, bandRow + (band << 2), bandRowBytes);
  }
  v128.store(totals + ((<usize>frame) << 2), total);
}

export function voicePush(count: i32): void {
  frames = count;
  for (let frame = 0; frame < count; frame += 4) look(frame);
  for (let frame = 0; frame < count; frame++)
    histogramsAdd(all, bandRows + <usize>(pastFrames + frame) * bandRowBytes, 4, bands);
  humPush(samples + (history << 2), count * frameSamples);
}

/** Adds a frame of the last push, or one of the eight before it (-1 to -8), to class `into` (from 0 on). */
export function voiceCount(frame: i32, into: i32): void {
  const index = <usize>(pastFrames + frame);
  const histograms = all + <usize>((into + 1) * bands) * histogramBytes;
  histogramsAdd(histograms, bandRows + index * bandRowBytes, 4, bands);
  const row = rows + index * rowBytes;
  const sum = sums + rowBytes * 2 * <usize>into;
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const powers = v128.load(row + at);
    const to = sum + at * 2;
    const low = f64x2.promote_low_f32x4(powers);
    const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(powers, powers, 2, 3, 2, 3));
    v128.store(to, f64x2.add(v128.load(to), low));
    v128.store(to, f64x2.add(v128.load(to, 16), high), 16);
  }
}

/** Computes the levels of the four windows, 128 samples apart, that end within a frame of the last push, into `hopLevelsOut`. */
export function voiceHops(frame: i32): void {
  hopLevels(samples + <usize>frame * frameBytes);
}
