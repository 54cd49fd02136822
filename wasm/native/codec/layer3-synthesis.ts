import { addMul } from '../kernel/math';
import { zipHigh, zipLow } from '../kernel/transpose';
import { rowBytes, subbandsOf } from './layer3-hybrid';
import { transformSlots } from './layer3-cosine';
import { middleAt, tables, windowAt } from './layer3-tables';

/** Number of bytes of a slot, which consists of the cosine values 16 to 31, then 16 down to 1, then 0. */
const slotBytes: usize = 36 * 4;
const pastSlots: usize = 15;
const pastBytes: usize = pastSlots * slotBytes;
const channelBytes: usize = (pastSlots + 40) * slotBytes;

let slots: usize = 0;
/** Output of each channel, with room for the lane that the last vector writes beyond it. */
let planes: usize = 0;
const planeBytes: usize = 1152 * 4 + 16;

export function synthesisForget(): void {
  memory.fill(slots, 0, channelBytes * 2);
}

export function synthesisCreate(): void {
  slots = heap.alloc(channelBytes * 2);
  synthesisForget();
  planes = heap.alloc(planeBytes * 2);
}

export function planeOf(channel: i32): usize {
  return planes + <usize>channel * planeBytes;
}

export function copySlots(): void {
  memory.copy(slots + channelBytes, slots, pastBytes);
}

function backwards(x: v128): v128 {
  return v128.shuffle<f32>(x, x, 3, 2, 1, 0);
}

/** Returns the sample in the middle of a slot, which depends only on the lowest cosine values. */
function middleOf(slot: usize): f32 {
  const table = tables + middleAt;
  let sum: f32 = 0;
  let at = slot - slotBytes + 128;
  for (let i: usize = 0; i < 8; i++) {
    sum += load<f32>(at) * load<f32>(table + (i << 2));
    at -= 2 * slotBytes;
  }
  return sum;
}

/** Computes 32 samples of a slot and of the next one, which share the window's values. */
function windowSlots(slot: usize, out: usize): void {
  let w = tables + windowAt;
  for (let v: usize = 0; v < 64; v += 16) {
    let low0 = f32x4.splat(0);
    let high0 = f32x4.splat(0);
    let low1 = f32x4.splat(0);
    let high1 = f32x4.splat(0);
    let lowOdd0 = f32x4.splat(0);
    let highOdd0 = f32x4.splat(0);
    let lowOdd1 = f32x4.splat(0);
    let highOdd1 = f32x4.splat(0);
    let at = slot + v;
    for (let i = 0; i < 8; i++) {
      const lowWeight = v128.load(w);
      const highWeight = v128.load(w, 16);
      const lowOddWeight = v128.load(w, 32);
      const highOddWeight = v128.load(w, 48);
      const even0 = v128.load(at);
      const odd1 = v128.load(at, 64);
      const even1 = v128.load(at, slotBytes);
      const odd0 = v128.load(at - slotBytes, 64);
      low0 = addMul(low0, even0, lowWeight);
      high0 = addMul(high0, even0, highWeight);
      low1 = addMul(low1, even1, lowWeight);
      high1 = addMul(high1, even1, highWeight);
      lowOdd0 = addMul(lowOdd0, odd0, lowOddWeight);
      highOdd0 = addMul(highOdd0, odd0, highOddWeight);
      lowOdd1 = addMul(lowOdd1, odd1, lowOddWeight);
      highOdd1 = addMul(highOdd1, odd1, highOddWeight);
      at -= 2 * slotBytes;
      w += 64;
    }
    // Samples j to j + 3, and 32 − j down to 29 − j; the last lane of the first vector belongs to the next slot.
    v128.store(out + 116 - v, backwards(f32x4.add(high0, highOdd0)));
    v128.store(out + 244 - v, backwards(f32x4.add(high1, highOdd1)));
    v128.store(out + v, f32x4.add(low0, lowOdd0));
    v128.store(out + 128 + v, f32x4.add(low1, lowOdd1));
  }
  store<f32>(out, middleOf(slot), 64);
  store<f32>(out + 128, middleOf(slot + slotBytes), 64);
}

/** Synthesises `count` slots of a channel's subbands, an even number (ISO/IEC 11172-3 figure A.2, 3-A.2). */
export function synthesise(channel: i32, count: i32): void {
  const from = slots + <usize>channel * channelBytes;
  const rows = subbandsOf(channel);
  const current = from + pastBytes;
  for (let slot: usize = 0; slot < <usize>count; slot += 4)
    transformSlots(rows + slot * rowBytes, rowBytes, current + slot * slotBytes, slotBytes);
  let out = planeOf(channel);
  for (let slot: usize = 0; slot < <usize>count; slot += 2) {
    windowSlots(current + slot * slotBytes, out);
    out += 256;
  }
  memory.copy(from, from + <usize>count * slotBytes, pastBytes);
}

export function interleave(left: usize, right: usize, out: usize, frames: i32): void {
  const end = left + ((<usize>frames) << 2);
  while (left < end) {
    const a = v128.load(left);
    const b = v128.load(right);
    v128.store(out, zipLow(a, b));
    v128.store(out, zipHigh(a, b), 16);
    left += 16;
    right += 16;
    out += 32;
  }
}
