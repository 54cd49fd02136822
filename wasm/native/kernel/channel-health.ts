import { planeOf } from './planes';
import { sumOf, wide } from './sums';

// Measures the powers of the channels below 2 kHz and the correlation of two, from averages of a few samples, in frames
// of 50 ms.
let channels: i32 = 0;
let averaged: i32 = 0;
let perFrame: i32 = 0;
let minPower: f64 = 0;
let loudRatio: f64 = 0;
/** Number of samples of the incomplete average: they are the last ones of the planes. */
let filled: i32 = 0;
/**
 * Number of averages in the current frame; per channel their sum and their sum of squares; the sum of products of two
 * channels. All sums are of unscaled averages, which are sums of `averaged` samples.
 */
let count: i32 = 0;
let sums: usize = 0;
let squares: usize = 0;
let products: f64 = 0;
let powers: usize = 0;
let frameCount: i32 = 0;
let loudest: f64 = 0;
let loudProducts: f64 = 0;
let loudLeft: f64 = 0;
let loudRight: f64 = 0;

/**
 * Frames in which the mean square of the loudest channel is below `least` count as silent. Only frames within `ratio`
 * of the loudest are correlated. Call once per instance.
 */
export function healthCreate(channelCount: i32, samples: i32, averages: i32, least: f64, ratio: f64): void {
  channels = channelCount;
  averaged = samples;
  perFrame = averages;
  minPower = least;
  loudRatio = ratio;
  loudest = least;
  const bytes = (<usize>channels) << 3;
  sums = heap.alloc(bytes * 3);
  memory.fill(sums, 0, bytes * 3);
  squares = sums + bytes;
  powers = squares + bytes;
}

function addOne(channel: i32, from: usize, averages: i32): void {
  let sum: f64 = 0;
  let square: f64 = 0;
  for (let i: i32 = 0; i < averages; i++) {
    const value = sumOf(from, averaged);
    sum += value;
    square += value * value;
    from += (<usize>averaged) << 2;
  }
  const at = (<usize>channel) << 3;
  store<f64>(sums + at, load<f64>(sums + at) + sum);
  store<f64>(squares + at, load<f64>(squares + at) + square);
}

function addTwo(left: usize, right: usize, averages: i32): void {
  const bytes = (<usize>averaged) << 2;
  let sum = v128.load(sums);
  let square = v128.load(squares);
  let product = f64x2.splat(0);
  for (let i: i32 = 0; i < averages; i++) {
    const end = left + bytes;
    let a = f64x2.splat(0);
    let b = a;
    for (; left + 16 <= end; left += 16) {
      a = f64x2.add(a, wide(v128.load(left)));
      b = f64x2.add(b, wide(v128.load(right)));
      right += 16;
    }
    let value = f64x2.add(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
    for (; left < end; left += 4) {
      value = f64x2.add(value, f64x2.promote_low_f32x4(v128.load32_lane(right, v128.load32_zero(left), 1)));
      right += 4;
    }
    sum = f64x2.add(sum, value);
    square = f64x2.add(square, f64x2.mul(value, value));
    product = f64x2.add(product, f64x2.mul(value, v128.shuffle<i64>(value, value, 1, 0)));
  }
  v128.store(sums, sum);
  v128.store(squares, square);
  products += f64x2.extract_lane(product, 0);
}

/** Replaces the frame's sum of squares by its power about the mean. */
function center(channel: i32): f64 {
  const at = (<usize>channel) << 3;
  const sum = load<f64>(sums + at);
  const centered = (load<f64>(squares + at) - (sum * sum) / <f64>count) / (<f64>averaged * <f64>averaged);
  store<f64>(squares + at, centered);
  return centered / <f64>count;
}

function endFrame(): void {
  let power: f64 = 0;
  let total: f64 = 0;
  for (let channel = 0; channel < channels; channel++) {
    const own = center(channel);
    total += own;
    if (own > power) power = own;
  }
  // Frames with NaN or infinite samples are ignored.
  if (isFinite(total)) {
    frameCount++;
    for (let channel = 0; channel < channels; channel++) {
      const at = (<usize>channel) << 3;
      store<f64>(powers + at, load<f64>(powers + at) + load<f64>(squares + at) / <f64>count);
    }
    if (power > loudest) loudest = power;
    if (channels === 2 && power >= loudest * loudRatio && power >= minPower) {
      const offset = (load<f64>(sums) * load<f64>(sums, 8)) / <f64>count;
      loudProducts += (products - offset) / (<f64>averaged * <f64>averaged);
      loudLeft += load<f64>(squares);
      loudRight += load<f64>(squares, 8);
    }
  }
  memory.fill(sums, 0, (<usize>channels) << 4);
  products = 0;
  count = 0;
}

export function healthPush(frames: i32): void {
  const begun = (<usize>filled) << 2;
  const total = filled + frames;
  const whole = total / averaged;
  for (let at: i32 = 0; at < whole;) {
    const taken = min(perFrame - count, whole - at);
    const offset = (<usize>(at * averaged)) << 2;
    if (channels === 2) addTwo(planeOf(0) - begun + offset, planeOf(1) - begun + offset, taken);
    else
      for (let channel = 0; channel < channels; channel++)
        addOne(channel, planeOf(channel) - begun + offset, taken);
    at += taken;
    count += taken;
    if (count === perFrame) endFrame();
  }
  filled = total - whole * averaged;
}

export function healthPower(channel: i32): f64 {
  return frameCount === 0 ? 0 : load<f64>(powers + ((<usize>channel) << 3)) / <f64>frameCount;
}

export function healthCorrelation(): f64 {
  const scale = Math.sqrt(loudLeft * loudRight);
  return scale > 0 ? loudProducts / scale : 0;
}
