import { planeOf } from './planes';

let channels: i32 = 0;
/** Samples of the current window, in planes, until it is full. */
let window: usize = 0;
let planeBytes: usize = 0;
let filled: i32 = 0;
/** f64: sums of squares of the channels over the window, then the sum of products of the first two. */
let sums: usize = 0;
/** f64: channel weights of the previous window and of this one. */
let weightsFrom: usize = 0;
let weightsTo: usize = 0;
let output: usize = 0;

/** Returns the address of the output, which has room for a window more than `maxFrames`. Call once per instance. */
export function downmixCreate(channelCount: i32, windowFrames: i32, maxFrames: i32): usize {
  channels = channelCount;
  // Four frames are mixed at a time.
  planeBytes = (<usize>(windowFrames + 4)) << 2;
  window = heap.alloc(planeBytes * <usize>channels);
  memory.fill(window, 0, planeBytes * <usize>channels);
  sums = heap.alloc((<usize>(channels + 1)) << 3);
  memory.fill(sums, 0, (<usize>(channels + 1)) << 3);
  weightsFrom = heap.alloc((<usize>channels) << 3);
  weightsTo = heap.alloc((<usize>channels) << 3);
  output = heap.alloc((<usize>(maxFrames + windowFrames + 4)) << 2);
  return output;
}

export function downmixSums(): usize {
  return sums;
}
export function downmixFrom(): usize {
  return weightsFrom;
}
export function downmixTo(): usize {
  return weightsTo;
}

function high(x: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(x, x, 2, 3, 2, 3));
}
function sum2(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}
function raise(at: usize, by: f64): void {
  store<f64>(at, load<f64>(at) + by);
}

function takeOne(from: usize, to: usize, count: i32, sum: usize): void {
  let a = f64x2.splat(0);
  let b = a;
  let i: i32 = 0;
  for (; i + 4 <= count; i += 4) {
    const x = v128.load(from);
    v128.store(to, x);
    const p = f64x2.promote_low_f32x4(x);
    const q = high(x);
    a = f64x2.add(a, f64x2.mul(p, p));
    b = f64x2.add(b, f64x2.mul(q, q));
    from += 16;
    to += 16;
  }
  let rest: f64 = 0;
  for (; i < count; i++) {
    const x = load<f32>(from);
    store<f32>(to, x);
    rest += <f64>x * <f64>x;
    from += 4;
    to += 4;
  }
  raise(sum, sum2(f64x2.add(a, b)) + rest);
}

function takeTwo(l: usize, r: usize, toL: usize, toR: usize, count: i32): void {
  let ll0 = f64x2.splat(0);
  let ll1 = ll0;
  let rr0 = ll0;
  let rr1 = ll0;
  let lr0 = ll0;
  let lr1 = ll0;
  let i: i32 = 0;
  for (; i + 4 <= count; i += 4) {
    const at = (<usize>i) << 2;
    const x = v128.load(l + at);
    const y = v128.load(r + at);
    v128.store(toL + at, x);
    v128.store(toR + at, y);
    const x0 = f64x2.promote_low_f32x4(x);
    const y0 = f64x2.promote_low_f32x4(y);
    const x1 = high(x);
    const y1 = high(y);
    ll0 = f64x2.add(ll0, f64x2.mul(x0, x0));
    rr0 = f64x2.add(rr0, f64x2.mul(y0, y0));
    lr0 = f64x2.add(lr0, f64x2.mul(x0, y0));
    ll1 = f64x2.add(ll1, f64x2.mul(x1, x1));
    rr1 = f64x2.add(rr1, f64x2.mul(y1, y1));
    lr1 = f64x2.add(lr1, f64x2.mul(x1, y1));
  }
  let ll = sum2(f64x2.add(ll0, ll1));
  let rr = sum2(f64x2.add(rr0, rr1));
  let lr = sum2(f64x2.add(lr0, lr1));
  for (; i < count; i++) {
    const at = (<usize>i) << 2;
    const x = load<f32>(l + at);
    const y = load<f32>(r + at);
    store<f32>(toL + at, x);
    store<f32>(toR + at, y);
    ll += <f64>x * <f64>x;
    rr += <f64>y * <f64>y;
    lr += <f64>x * <f64>y;
  }
  raise(sums, ll);
  raise(sums + 8, rr);
  raise(sums + 16, lr);
}

export function downmixTake(first: i32, count: i32): void {
  const from = (<usize>first) << 2;
  const to = window + ((<usize>filled) << 2);
  filled += count;
  if (channels === 2) {
    takeTwo(planeOf(0) + from, planeOf(1) + from, to, to + planeBytes, count);
    return;
  }
  for (let channel = 0; channel < channels; channel++)
    takeOne(planeOf(channel) + from, to + <usize>channel * planeBytes, count, sums + ((<usize>channel) << 3));
}

function mixFrame(at: usize, weights: usize): f64 {
  let sum: f64 = 0;
  for (let channel = 0; channel < channels; channel++)
    sum += <f64>load<f32>(at + <usize>channel * planeBytes) * load<f64>(weights + ((<usize>channel) << 3));
  return sum;
}

function mixPair(at: usize): v128 {
  let sum = f64x2.splat(0);
  for (let channel = 0; channel < channels; channel++) {
    const x = f64x2.promote_low_f32x4(v128.load64_zero(at + <usize>channel * planeBytes));
    sum = f64x2.add(sum, f64x2.mul(x, v128.load64_splat(weightsTo + ((<usize>channel) << 3))));
  }
  return f32x4.demote_f64x2_zero(sum);
}

/** Mixes two channels. Their weights are powers of two or zero, so single precision is exact. */
function mixTwo(at: usize, to: usize, end: usize): void {
  const left = f32x4.splat(<f32>load<f64>(weightsTo));
  const right = f32x4.splat(<f32>load<f64>(weightsTo, 8));
  for (; at < end; at += 16) {
    const l = f32x4.mul(v128.load(at), left);
    const r = f32x4.mul(v128.load(at + planeBytes), right);
    v128.store(to, f32x4.add(l, r));
    to += 16;
  }
}

/**
 * Mixes the window to position `place` of the output, and begins a new one. The first `faded` frames fade from the previous
 * weights to the current ones over `fadeFrames`.
 */
export function downmixMix(place: i32, faded: i32, fadeFrames: i32): void {
  let to = output + ((<usize>place) << 2);
  let at = window;
  const end = window + ((<usize>filled) << 2);
  for (let frame = 0; frame < faded; frame++) {
    const share = <f64>frame / <f64>fadeFrames;
    const mixed = mixFrame(at, weightsFrom) * (1 - share) + mixFrame(at, weightsTo) * share;
    store<f32>(to, <f32>mixed);
    at += 4;
    to += 4;
  }
  if (channels === 2) mixTwo(at, to, end);
  else
    for (; at < end; at += 8) {
      v128.store64_lane(to, mixPair(at), 0);
      to += 8;
    }
  filled = 0;
  memory.fill(sums, 0, (<usize>(channels + 1)) << 3);
}
