import { addMul } from '../kernel/math';
import { cosines6, cosines9, oddSigns, secants9, shortWindow, tables } from './layer3-tables';

// Every vector holds the same index of four neighbouring subbands.
const scratch: usize = memory.data(64 * 16, 16);
const sums: usize = scratch + 18 * 16;

function times(at: usize, offset: usize, x: v128): v128 {
  return f32x4.mul(v128.load32_splat(at + offset), x);
}

function plus(sum: v128, at: usize, offset: usize, x: v128): v128 {
  return addMul(sum, v128.load32_splat(at + offset), x);
}

/** Computes `out[n] = sum over j below 9 of in[j] cos(π j (2 n + 1) / 18)`; `in` lies in steps of two vectors. */
function cosine9(input: usize, out: usize): void {
  const z0 = v128.load(input);
  const z1 = v128.load(input, 32);
  const z2 = v128.load(input, 64);
  const z3 = v128.load(input, 96);
  const z4 = v128.load(input, 128);
  const z5 = v128.load(input, 160);
  const z6 = v128.load(input, 192);
  const z7 = v128.load(input, 224);
  const z8 = v128.load(input, 256);
  let table = tables + cosines9;
  let mirrored = out + 128;
  for (let n = 0; n < 4; n++) {
    const even = plus(plus(plus(plus(z0, table, 4, z2), table, 12, z4), table, 20, z6), table, 28, z8);
    const odd = plus(plus(plus(times(table, 0, z1), table, 8, z3), table, 16, z5), table, 24, z7);
    v128.store(out, f32x4.add(even, odd));
    v128.store(mirrored, f32x4.sub(even, odd));
    out += 16;
    mirrored -= 16;
    table += 32;
  }
  const outer = f32x4.add(f32x4.sub(z0, z2), f32x4.sub(z4, z6));
  v128.store(out, f32x4.add(outer, z8));
}

/**
 * Does the IMDCT of long blocks. With θ = π (2 n + 1) / 72, the n-th value times 2 cos θ is a cosine transform of sums
 * of neighbours, whose odd half is reduced to the same form again. The window includes the factor 1 / (2 cos θ). Adds
 * `overlap` to the first half of the result, at `out` in rows of `stride` bytes, and replaces `overlap` by the second
 * half.
 */
export function transformLong(lanes: usize, window: usize, overlap: usize, out: usize, stride: usize): void {
  let last = v128.load(lanes);
  v128.store(scratch, last);
  let odd = f32x4.splat(0);
  for (let k: usize = 16; k < 288; k += 32) {
    const a = v128.load(lanes + k);
    const sum = f32x4.add(a, last);
    v128.store(scratch + k, f32x4.add(sum, odd));
    odd = sum;
    if (k === 272) break;
    last = v128.load(lanes + k, 16);
    v128.store(scratch + k, f32x4.add(a, last), 16);
  }
  cosine9(scratch, sums);
  cosine9(scratch + 16, sums + 144);
  const secants = tables + secants9;
  let rising = out + stride * 9;
  let falling = out + stride * 8;
  for (let n: usize = 0; n < 9; n++) {
    const even = v128.load(sums + n * 16);
    const half = f32x4.mul(v128.load(sums + n * 16 + 144), v128.load32_splat(secants + (n << 2)));
    const low = f32x4.add(even, half);
    const high = f32x4.sub(even, half);
    // x[i] is y[9 + i] for i below 9, then −y[26 − i]; in the second half −y[26 − i], then −y[i − 27]: the window includes the
    // signs.
    const first: usize = 8 - n;
    const second: usize = 9 + n;
    const atFirst = overlap + first * 16;
    const atSecond = overlap + second * 16;
    v128.store(falling, addMul(v128.load(atFirst), high, v128.load(window + first * 16)));
    v128.store(rising, addMul(v128.load(atSecond), high, v128.load(window + second * 16)));
    v128.store(atFirst, f32x4.mul(low, v128.load(window + 288 + first * 16)));
    v128.store(atSecond, f32x4.mul(low, v128.load(window + 288 + second * 16)));
    rising += stride;
    falling -= stride;
  }
}

/** Does the three windowed transforms of a short block, each at its place among 36 values. */
export function transformShort(lanes: usize, overlap: usize, out: usize, stride: usize): void {
  memory.fill(scratch, 0, 36 * 16);
  const window = tables + shortWindow;
  for (let part: usize = 0; part < 3; part++) {
    const from = lanes + part * 16;
    const to = scratch + (6 + 6 * part) * 16;
    let table = tables + cosines6;
    for (let n: usize = 0; n < 6; n++) {
      let y = f32x4.splat(0);
      for (let k: usize = 0; k < 6; k++) y = plus(y, table, k << 2, v128.load(from + k * 48));
      table += 24;
      // x[i] is y[3 + i] for i below 3, −y[8 − i] up to 8, then −y[i − 9].
      const a: usize = n < 3 ? 8 - n : n - 3;
      const b: usize = n < 3 ? 9 + n : 8 - n;
      const first = n < 3 ? f32x4.neg(y) : y;
      addTo(to + a * 16, times(window, a << 2, first));
      addTo(to + b * 16, times(window, b << 2, f32x4.neg(y)));
    }
  }
  const signs = v128.load(tables + oddSigns);
  for (let i: usize = 0; i < 18; i++) {
    let value = v128.load(scratch + i * 16);
    let next = v128.load(scratch + (18 + i) * 16);
    if ((i & 1) === 1) {
      value = f32x4.mul(value, signs);
      next = f32x4.mul(next, signs);
    }
    v128.store(out + i * stride, f32x4.add(value, v128.load(overlap + i * 16)));
    v128.store(overlap + i * 16, next);
  }
}

function addTo(at: usize, x: v128): void {
  v128.store(at, f32x4.add(v128.load(at), x));
}
