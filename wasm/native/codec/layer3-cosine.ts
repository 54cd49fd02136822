import { storeAcross } from '../kernel/transpose';
import { transpose } from './layer3-lanes';
import { secants32, tables } from './layer3-tables';

// Every vector holds the same index of four neighbouring time slots.
const first: usize = memory.data(32 * 16, 16);
const second: usize = memory.data(32 * 16, 16);

/** Splits a DCT into two of half the size: sums, and weighted differences, of values from both ends. */
function fold(from: usize, to: usize, size: usize, secants: usize): void {
  let low = from;
  let high = from + (size - 1) * 16;
  const middle = to + size * 8;
  for (let k: usize = 0; k < size >> 1; k++) {
    const a = v128.load(low);
    const b = v128.load(high);
    v128.store(to + k * 16, f32x4.add(a, b));
    v128.store(middle + k * 16, f32x4.mul(f32x4.sub(a, b), v128.load32_splat(secants + (k << 2))));
    low += 16;
    high -= 16;
  }
}

/** Merges the halves: even values from the first half, odd ones as sums of neighbours of the second. */
function join(from: usize, to: usize, size: usize): void {
  const half = size >> 1;
  const odd = from + half * 16;
  let b = v128.load(odd);
  for (let m: usize = 0; m < half - 1; m++) {
    const next = v128.load(odd + m * 16, 16);
    v128.store(to + m * 32, v128.load(from + m * 16));
    v128.store(to + m * 32, f32x4.add(b, next), 16);
    b = next;
  }
  v128.store(to + (half - 1) * 32, v128.load(from + (half - 1) * 16));
  v128.store(to + (half - 1) * 32, b, 16);
}

function cosine8(at: usize, secants: usize): void {
  const x0 = v128.load(at);
  const x1 = v128.load(at, 16);
  const x2 = v128.load(at, 32);
  const x3 = v128.load(at, 48);
  const x4 = v128.load(at, 64);
  const x5 = v128.load(at, 80);
  const x6 = v128.load(at, 96);
  const x7 = v128.load(at, 112);
  const s4a = v128.load32_splat(secants, 96 + 16);
  const s4b = v128.load32_splat(secants, 96 + 20);
  const s2 = v128.load32_splat(secants, 96 + 24);
  let a = f32x4.add(x0, x7);
  let b = f32x4.add(x1, x6);
  let c = f32x4.add(x2, x5);
  let d = f32x4.add(x3, x4);
  let e = f32x4.add(a, d);
  let f = f32x4.add(b, c);
  let g = f32x4.mul(f32x4.sub(a, d), s4a);
  let h = f32x4.mul(f32x4.sub(b, c), s4b);
  v128.store(at, f32x4.add(e, f));
  v128.store(at, f32x4.mul(f32x4.sub(e, f), s2), 64);
  let last = f32x4.mul(f32x4.sub(g, h), s2);
  v128.store(at, f32x4.add(f32x4.add(g, h), last), 32);
  v128.store(at, last, 96);
  const a2 = f32x4.mul(f32x4.sub(x0, x7), v128.load32_splat(secants, 96));
  const b2 = f32x4.mul(f32x4.sub(x1, x6), v128.load32_splat(secants, 96 + 4));
  const c2 = f32x4.mul(f32x4.sub(x2, x5), v128.load32_splat(secants, 96 + 8));
  const d2 = f32x4.mul(f32x4.sub(x3, x4), v128.load32_splat(secants, 96 + 12));
  e = f32x4.add(a2, d2);
  f = f32x4.add(b2, c2);
  g = f32x4.mul(f32x4.sub(a2, d2), s4a);
  h = f32x4.mul(f32x4.sub(b2, c2), s4b);
  const y0 = f32x4.add(e, f);
  const y2 = f32x4.mul(f32x4.sub(e, f), s2);
  last = f32x4.mul(f32x4.sub(g, h), s2);
  const y1 = f32x4.add(f32x4.add(g, h), last);
  v128.store(at, f32x4.add(y0, y1), 16);
  v128.store(at, f32x4.add(y1, y2), 48);
  v128.store(at, f32x4.add(y2, last), 80);
  v128.store(at, last, 112);
}

/**
 * Transforms 32 subbands in four slots at `rows`, `rowBytes` apart, by a DCT-II. Writes four slots of `slotBytes` from
 * `to` on: values 16 to 31, then 16 down to 0.
 */
export function transformSlots(rows: usize, rowBytes: usize, to: usize, slotBytes: usize): void {
  const secants = tables + secants32;
  for (let i: usize = 0; i < 8; i++) transpose(rows + i * 16, rowBytes, first + i * 64, 16);
  fold(first, second, 32, secants);
  fold(second, first, 16, secants + 64);
  fold(second + 256, first + 256, 16, secants + 64);
  for (let i: usize = 0; i < 4; i++) cosine8(first + i * 128, secants);
  join(first, second, 16);
  join(first + 256, second + 256, 16);
  join(second, first, 32);
  for (let i: usize = 0; i < 4; i++) {
    transpose(first + 256 + i * 64, 16, to + i * 16, slotBytes);
    const from = first + 256 - i * 64;
    storeAcross(
      v128.load(from),
      v128.load(from - 16),
      v128.load(from - 32),
      v128.load(from - 48),
      to + 64 + i * 16,
      slotBytes,
    );
  }
  const lowest = v128.load(first);
  store<f32>(to, f32x4.extract_lane(lowest, 0), 128);
  store<f32>(to + slotBytes, f32x4.extract_lane(lowest, 1), 128);
  store<f32>(to + slotBytes * 2, f32x4.extract_lane(lowest, 2), 128);
  store<f32>(to + slotBytes * 3, f32x4.extract_lane(lowest, 3), 128);
}
