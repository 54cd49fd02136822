import { addMul } from '../kernel/math';
import { zipHigh, zipLow } from '../kernel/transpose';
import { imdctCreate, longImaginary, rowBytes, transformLong, transformShorts } from './aac-imdct';
import { flat, frameWindow, longMirrored, shortHalf, shortWindow, windowsCreate } from './aac-windows';

// Overlap-add: aliasing makes both blocks symmetrical about the middle of their overlap (one even, one odd), so half of
// each is enough. These halves are q[j] of the past block and c[j] of the new one, from the outer end to the middle.
// For a window that rises as s[j] up to the middle and as l[j], backwards, after it, the first sample is s c − l q and
// the last one −l c − s q. With s = 0 and l = 1 these are −q and −c, so the flat parts of windows need no code of their
// own.
const frameValues: i32 = 1024;
const half: i32 = frameValues / 2;
const flatBytes: usize = (<usize>flat) << 2;
const blocks: usize = 8;

/** The 512 values q of the past block, for each channel. */
let pasts: usize = 0;
/** Rows of short blocks; the first half of the row before them is the past block. */
let rows: usize = 0;
let joined: usize = 0;
let sequence0: i32 = 0;
let sequence1: i32 = 0;
let shape0: i32 = 0;
let shape1: i32 = 0;

export function aacFilterForget(): void {
  memory.fill(pasts, 0, <usize>half * 8);
}

export function aacFilterCreate(): void {
  imdctCreate();
  windowsCreate();
  pasts = heap.alloc(<usize>half * 8);
  aacFilterForget();
  rows = heap.alloc((blocks + 1) * rowBytes);
  joined = heap.alloc(blocks * rowBytes);
}

function backwards(x: v128): v128 {
  return v128.shuffle<f32>(x, x, 3, 2, 1, 0);
}

/** Computes four samples from the front (`out`) and four from the back (`mirrored`) of the overlap. */
function overlap(window: usize, q: v128, c: v128, out: usize, mirrored: usize): void {
  const s = v128.load(window);
  const l = v128.load(window + longMirrored);
  v128.store(out, f32x4.sub(f32x4.mul(s, c), f32x4.mul(l, q)));
  v128.store(mirrored, backwards(f32x4.neg(addMul(f32x4.mul(l, c), s, q))));
}

function addLong(spectrum: usize, window: usize, past: usize, out: usize): void {
  const even = transformLong(spectrum);
  let high = even + longImaginary / 2;
  let low = high - 16;
  let mirrored = out + (frameValues - 4) * 4;
  const end = past + half * 4;
  while (past < end) {
    const highEven = v128.load(high);
    const highOdd = v128.load(high + longImaginary);
    const lowEven = backwards(v128.load(low));
    const lowOdd = backwards(v128.load(low + longImaginary));
    overlap(window, v128.load(past), zipLow(highEven, lowOdd), out, mirrored);
    overlap(window + 16, v128.load(past, 16), zipHigh(highEven, lowOdd), out + 16, mirrored - 16);
    v128.store(past, zipLow(highOdd, lowEven));
    v128.store(past, zipHigh(highOdd, lowEven), 16);
    high += 16;
    low -= 16;
    window += 32;
    past += 32;
    out += 32;
    mirrored -= 32;
  }
}

function copyBackwards(to: usize, from: usize, count: i32): void {
  for (let at = from + ((<usize>count) << 2) - 16; at >= from; at -= 16, to += 16)
    v128.store(to, backwards(v128.load(at)));
}

function copyNegated(to: usize, from: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, f32x4.neg(v128.load(from + at)));
}

function addShorts(spectrum: usize, pastShape: i32, shape: i32, past: usize, out: usize): void {
  copyBackwards(rows, past + flatBytes, shortHalf);
  transformShorts(spectrum, rows + rowBytes);
  transformShorts(spectrum + 4 * rowBytes, rows + 5 * rowBytes);
  const halfBytes = (<usize>shortHalf) << 2;
  for (let block: usize = 0; block < blocks; block++) {
    const row = rows + block * rowBytes;
    const window = shortWindow(block === 0 ? pastShape : shape);
    const to = joined + block * rowBytes;
    for (let j: usize = 0; j < halfBytes; j += 16)
      overlap(
        window + j,
        backwards(v128.load(row + halfBytes - 16 - j)),
        v128.load(row + rowBytes + halfBytes + j),
        to + j,
        to + rowBytes - 16 - j,
      );
  }
  copyNegated(out, past, flatBytes);
  const rest = <usize>frameValues * 4 - flatBytes;
  memory.copy(out + flatBytes, joined, rest);
  copyNegated(past, joined + rest, flatBytes);
  copyBackwards(past + flatBytes, rows + blocks * rowBytes, shortHalf);
}

/**
 * Transforms 1,024 coefficients at `spectrum` (f32, full scale 32,768; eight short windows in order) to 1,024 samples
 * at `out` (full scale 1.0), one frame late (filterbank of ISO/IEC 14496-3 4.6.11). `windowSequence`: 0 only long, 1
 * long start, 2 eight short, 3 long stop; `windowShape`: 0 sine, 1 Kaiser-Bessel derived. Both are kept for the next
 * frame of `channel` (0 or 1). If a long slope meets a short one, which is an encoder error, the overlap is short.
 */
export function aacFilter(
  channel: i32,
  spectrum: usize,
  windowSequence: i32,
  windowShape: i32,
  out: usize,
): void {
  const past = pasts + <usize>(channel * half * 4);
  const pastSequence = channel === 0 ? sequence0 : sequence1;
  const pastShape = channel === 0 ? shape0 : shape1;
  if (windowSequence === 2) addShorts(spectrum, pastShape, windowShape, past, out);
  else {
    const isLong = windowSequence < 2 && (pastSequence === 0 || pastSequence === 3);
    addLong(spectrum, frameWindow(pastShape, !isLong), past, out);
  }
  if (channel === 0) {
    sequence0 = windowSequence;
    shape0 = windowShape;
  } else {
    sequence1 = windowSequence;
    shape1 = windowShape;
  }
}
