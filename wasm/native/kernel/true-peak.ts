import { planeOf } from './planes';

/** Number of taps per phase of the interpolator; half of them are before the interpolated place. */
const taps: usize = 32;
const reach: usize = taps / 2;
const chunkFrames: i32 = 32;
const chunkBytes: usize = (<usize>chunkFrames) << 2;

let channels: i32 = 0;
/** Peaks of the previous chunk for each channel, see `peaksOf`. */
let peaksBefore: usize = 0;
let phases: usize = 0;
let phasesEnd: usize = 0;
let maxGain: f64 = 1;
let maxRise: f64 = 1;
/** Number of frames in the incomplete chunk: they are the last ones of the planes. */
let filled: i32 = 0;
let lastFrames: i32 = 0;
let highest: f64 = 0;

/**
 * `gain` is the largest factor by which the interpolator can raise a peak. `rise` is the largest factor by which it is
 * assumed to raise a place above the louder of its two neighbours. Returns the address for the phases: f64, `taps`
 * each. Call once per instance.
 */
export function truePeakCreate(channelCount: i32, phaseCount: i32, gain: f64, rise: f64): usize {
  channels = channelCount;
  peaksBefore = heap.alloc((<usize>channels) << 4);
  memory.fill(peaksBefore, 0, (<usize>channels) << 4);
  const bytes = (<usize>phaseCount * taps) << 3;
  phases = heap.alloc(bytes);
  phasesEnd = phases + bytes;
  maxGain = gain;
  maxRise = rise;
  return phases;
}

/** Returns the maximum of `a` and the magnitudes at `from`; NaN among the latter counts as 0. */
function higher(a: v128, from: usize): v128 {
  return f32x4.pmax(a, f32x4.abs(v128.load(from)));
}

function peaksOf(chunk: usize): v128 {
  const none = f32x4.splat(0);
  const a = higher(higher(higher(higher(none, chunk), chunk + 16), chunk + 32), chunk + 48);
  const b = higher(higher(higher(higher(none, chunk + 64), chunk + 80), chunk + 96), chunk + 112);
  return f32x4.pmax(a, b);
}

function highestOf(peaks: v128): f64 {
  const a = f32x4.pmax(peaks, v128.shuffle<i32>(peaks, peaks, 2, 3, 2, 3));
  return f32x4.extract_lane(f32x4.pmax(a, v128.shuffle<i32>(a, a, 1, 1, 1, 1)), 0);
}

/** Returns a value slightly below a level, so that rounding to single precision misses nothing above it. */
function below(level: f64): v128 {
  return f32x4.splat(<f32>(level * 0.9999999));
}

/** Updates `highest` with the interpolated values between sample `reach - 1` after `line` and the next one. */
function interpolate(line: usize): void {
  for (let phase = phases; phase < phasesEnd; phase += taps << 3) {
    let sum = f64x2.splat(0);
    let from = line;
    for (let tap = phase; tap < phase + (taps << 3); tap += 64) {
      sum = f64x2.add(sum, f64x2.mul(v128.load(tap), f64x2.promote_low_f32x4(v128.load64_zero(from))));
      sum = f64x2.add(sum, f64x2.mul(v128.load(tap, 16), f64x2.promote_low_f32x4(v128.load64_zero(from, 8))));
      sum = f64x2.add(
        sum,
        f64x2.mul(v128.load(tap, 32), f64x2.promote_low_f32x4(v128.load64_zero(from, 16))),
      );
      sum = f64x2.add(
        sum,
        f64x2.mul(v128.load(tap, 48), f64x2.promote_low_f32x4(v128.load64_zero(from, 24))),
      );
      from += 32;
    }
    const magnitude = Math.abs(f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
    if (magnitude > highest) highest = magnitude;
  }
}

/** Returns a bit mask of the `chunkFrames` samples from `from` on whose magnitude exceeds a level. */
function above(from: usize, level: v128): u32 {
  let bits: u32 = 0;
  for (let i: i32 = 0; i < chunkFrames; i += 4) {
    const isAbove = f32x4.gt(f32x4.abs(v128.load(from + ((<usize>i) << 2))), level);
    bits |= (<u32>i32x4.bitmask(isAbove)) << i;
  }
  return bits;
}

/** Interpolates around the seam of two chunks, next to samples that are high enough. */
function lookBetween(chunk: usize): void {
  const level = below(highest / maxRise);
  const first = chunk - (reach << 2);
  let places = above(first, level) | above(first + 4, level);
  while (places !== 0) {
    const left = first + ((<usize>ctz(places)) << 2);
    places &= places - 1;
    const louder = max(Math.abs(<f64>load<f32>(left)), Math.abs(<f64>load<f32>(left, 4)));
    if (louder * maxRise > highest) interpolate(left - ((reach - 1) << 2));
  }
}

export function truePeakPush(frames: i32): void {
  const begun = (<usize>filled) << 2;
  const total = filled + frames;
  const whole = total & ~(chunkFrames - 1);
  let reachable = below(highest / maxGain);
  for (let at: i32 = 0; at < whole; at += chunkFrames) {
    for (let channel = 0; channel < channels; channel++) {
      const chunk = planeOf(channel) - begun + ((<usize>at) << 2);
      const peaks = peaksOf(chunk);
      const before = peaksBefore + ((<usize>channel) << 4);
      // The filter reaches into the previous chunk.
      const reached = f32x4.pmax(peaks, v128.load(before));
      v128.store(before, peaks);
      if (!v128.any_true(f32x4.gt(reached, reachable))) continue;
      highest = max(highest, highestOf(peaks));
      if (highestOf(reached) * maxGain > highest) lookBetween(chunk);
      reachable = below(highest / maxGain);
    }
  }
  filled = total - whole;
  lastFrames = frames;
}

/** Returns the highest magnitude so far. The last samples cannot be interpolated yet, so their sample peak counts. */
export function truePeakHighest(): f64 {
  let peak = highest;
  for (let channel = 0; channel < channels; channel++) {
    const end = planeOf(channel) + ((<usize>lastFrames) << 2);
    for (let at = end - ((<usize>filled) << 2); at < end; at += 4) {
      const magnitude = <f64>Math.abs(load<f32>(at));
      if (magnitude > peak) peak = magnitude;
    }
  }
  return peak;
}
