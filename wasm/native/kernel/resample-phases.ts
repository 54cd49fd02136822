import { addMul } from './math';
import { storeAcross } from './transpose';

let first: usize = 0;
let rowBytes: usize = 0;
let taps: i32 = 0;
let up: i32 = 0;
/** Distance between outputs: whole samples, and 1/`up` of a sample. */
let step: i32 = 0;
let stepFraction: i32 = 0;

/** Takes the rows of taps, which are `bytes` apart from `table` on; each has zeros before and after it. */
export function phasesCreate(table: usize, bytes: usize, tapCount: i32, rateUp: i32, rateDown: i32): void {
  first = table;
  rowBytes = bytes;
  taps = tapCount;
  up = rateUp;
  step = rateDown / rateUp;
  stepFraction = rateDown % rateUp;
}

/**
 * Filters eight lanes (`spread` twice, with a stride of 32). They share their taps because they are whole periods of
 * the two rates apart. `fraction` is the position of the first output, in 1/`up` of a sample. Four outputs share each
 * sample that is read.
 */
export function filterPhases(
  samples: usize,
  fraction: i32,
  count: i32,
  out: usize,
  stretchBytes: usize,
): void {
  const outHigh = out + 4 * stretchBytes;
  for (let n: usize = 0; n < <usize>count; n += 4) {
    let row0 = first + <usize>fraction * rowBytes;
    // Later outputs begin at later samples. Before these, zeros are read, which lie before their rows.
    let later: usize = 0;
    fraction += stepFraction;
    later += <usize>step + <usize>(fraction >= up);
    fraction -= fraction >= up ? up : 0;
    let row1 = first + <usize>fraction * rowBytes - (later << 2);
    fraction += stepFraction;
    later += <usize>step + <usize>(fraction >= up);
    fraction -= fraction >= up ? up : 0;
    let row2 = first + <usize>fraction * rowBytes - (later << 2);
    fraction += stepFraction;
    later += <usize>step + <usize>(fraction >= up);
    fraction -= fraction >= up ? up : 0;
    let row3 = first + <usize>fraction * rowBytes - (later << 2);

    let a0 = f32x4.splat(0);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let b0 = a0;
    let b1 = a0;
    let b2 = a0;
    let b3 = a0;
    let at = samples;
    // `taps` is even; after an odd offset one more sample is multiplied by zeros.
    const end = samples + (((<usize>taps + later + 1) & ~1) << 5);
    while (at < end) {
      let low = v128.load(at);
      let high = v128.load(at, 16);
      let w = v128.load32_splat(row0);
      a0 = addMul(a0, w, low);
      b0 = addMul(b0, w, high);
      w = v128.load32_splat(row1);
      a1 = addMul(a1, w, low);
      b1 = addMul(b1, w, high);
      w = v128.load32_splat(row2);
      a2 = addMul(a2, w, low);
      b2 = addMul(b2, w, high);
      w = v128.load32_splat(row3);
      a3 = addMul(a3, w, low);
      b3 = addMul(b3, w, high);
      low = v128.load(at, 32);
      high = v128.load(at, 48);
      w = v128.load32_splat(row0, 4);
      a0 = addMul(a0, w, low);
      b0 = addMul(b0, w, high);
      w = v128.load32_splat(row1, 4);
      a1 = addMul(a1, w, low);
      b1 = addMul(b1, w, high);
      w = v128.load32_splat(row2, 4);
      a2 = addMul(a2, w, low);
      b2 = addMul(b2, w, high);
      w = v128.load32_splat(row3, 4);
      a3 = addMul(a3, w, low);
      b3 = addMul(b3, w, high);
      at += 64;
      row0 += 8;
      row1 += 8;
      row2 += 8;
      row3 += 8;
    }
    storeAcross(a0, a1, a2, a3, out + (n << 2), stretchBytes);
    storeAcross(b0, b1, b2, b3, outHigh + (n << 2), stretchBytes);

    fraction += stepFraction;
    later += <usize>step + <usize>(fraction >= up);
    fraction -= fraction >= up ? up : 0;
    samples += later << 5;
  }
}
