import { planeOf, planesIn } from './planes';

// K-weighting (ITU-R BS.1770-4 annex 1) in double precision, two channels per vector; energies in steps of 10 ms.
const stepsPerS: i32 = 100;
/** State of a pair of channels: two inputs, two outputs of each filter, and the step's sum of squares. */
const memoryBytes: usize = 7 * 16;
const coefficients: usize = 6;

let channels: i32 = 0;
let table: usize = 0;
let memories: usize = 0;
let energies: usize = 0;
/** Intermediate signal of one step: pairs of doubles. */
let mixed: usize = 0;
/**
 * Number of frames per step (integer part and hundredths), accumulated hundredths, and number of frames until the step
 * ends.
 */
let stepFrames: i32 = 0;
let stepRest: i32 = 0;
let rest: i32 = 0;
let missing: i32 = 0;

function beginStep(): void {
  missing = stepFrames;
  rest += stepRest;
  if (rest < stepsPerS) return;
  rest -= stepsPerS;
  missing++;
}

/** Returns the most steps that one call of `weigh` can end. Call once per instance. */
export function weightingCreate(channelCount: i32, sampleRate: i32, maxFrames: i32): i32 {
  channels = channelCount;
  const pairs = <usize>((channels + 1) >> 1);
  stepFrames = sampleRate / stepsPerS;
  stepRest = sampleRate % stepsPerS;
  table = heap.alloc((coefficients + pairs * 2) << 3);
  memory.fill(table, 0, (coefficients + pairs * 2) << 3);
  memories = heap.alloc(pairs * memoryBytes);
  memory.fill(memories, 0, pairs * memoryBytes);
  const maxSteps = <i32>((<i64>maxFrames * stepsPerS) / sampleRate) + 2;
  energies = heap.alloc((<usize>maxSteps) << 3);
  mixed = heap.alloc((<usize>(stepFrames + 1)) << 4);
  beginStep();
  return maxSteps;
}

/**
 * Returns the address of the table of f64: b1, b2, a1, a2 of the shelf (b0 is 1); a1, a2 of the high-pass (its
 * numerator is 1, -2, 1); the channel weights.
 */
export function weightingTable(): usize {
  return table;
}

export function weightingEnergies(): usize {
  return energies;
}

function coefficient(index: usize): v128 {
  return v128.load64_splat(table + (index << 3));
}

/** Returns `out + weight * x` for two doubles, fused (rounded once) with relaxed SIMD. */
function addMul2(out: v128, weight: v128, x: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(weight, x, out);
  return f64x2.add(out, f64x2.mul(weight, x));
}

function pair(left: usize, right: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load32_lane(right, v128.load32_zero(left), 1));
}

// Applies the numerator of the shelf, which has no feedback, to `count` frames of two channels; writes `mixed`.
function prepare(at: usize, left: usize, right: usize, count: i32): void {
  const b1 = coefficient(0);
  const b2 = coefficient(1);
  let x1 = v128.load(at);
  let x2 = v128.load(at, 16);
  let out = mixed;
  for (let end = left + ((<usize>count) << 2); left < end; left += 4) {
    const x = pair(left, right);
    v128.store(out, addMul2(addMul2(x, b1, x1), b2, x2));
    x2 = x1;
    x1 = x;
    right += 4;
    out += 16;
  }
  v128.store(at, x1);
  v128.store(at, x2, 16);
}

/** Same as `prepare` for interleaved stereo. */
function prepareStereo(at: usize, from: usize, count: i32): void {
  const b1 = coefficient(0);
  const b2 = coefficient(1);
  let x1 = v128.load(at);
  let x2 = v128.load(at, 16);
  let out = mixed;
  for (let end = from + ((<usize>count) << 3); from < end; from += 8) {
    const x = f64x2.promote_low_f32x4(v128.load64_zero(from));
    v128.store(out, addMul2(addMul2(x, b1, x1), b2, x2));
    x2 = x1;
    x1 = x;
    out += 16;
  }
  v128.store(at, x1);
  v128.store(at, x2, 16);
}

// Runs both filters in direct form, in which each output waits for only one product and one sum of the previous one.
// The numerator of the shelf has its own loop, because all coefficients and states together exceed the registers.
function filter(at: usize, count: i32): void {
  const a1 = f64x2.neg(coefficient(2));
  const a2 = f64x2.neg(coefficient(3));
  const c1 = f64x2.neg(coefficient(4));
  const c2 = f64x2.neg(coefficient(5));
  let y1 = v128.load(at, 32);
  let y2 = v128.load(at, 48);
  let z1 = v128.load(at, 64);
  let z2 = v128.load(at, 80);
  let sum = v128.load(at, 96);
  for (let from = mixed, end = mixed + ((<usize>count) << 4); from < end; from += 16) {
    const y = addMul2(addMul2(v128.load(from), a2, y2), a1, y1);
    const z = addMul2(addMul2(f64x2.add(f64x2.sub(y, f64x2.add(y1, y1)), y2), c2, z2), c1, z1);
    sum = addMul2(sum, z, z);
    y2 = y1;
    y1 = y;
    z2 = z1;
    z1 = z;
  }
  v128.store(at, y1, 32);
  v128.store(at, y2, 48);
  v128.store(at, z1, 64);
  v128.store(at, z2, 80);
  v128.store(at, sum, 96);
}

/** Clears denormal states, which make a decaying filter slow, and NaN, which would stay in them forever. */
function settle(at: usize): void {
  const isNumber = f64x2.lt(f64x2.abs(v128.load(at, 96)), f64x2.splat(Infinity));
  for (let i: usize = 0; i < 6; i++) {
    const value = v128.load(at + (i << 4));
    const isKept = v128.and(f64x2.ge(f64x2.abs(value), f64x2.splat(1e-30)), isNumber);
    v128.store(at + (i << 4), v128.and(value, isKept));
  }
  v128.store(at, f64x2.splat(0), 96);
}

function endStep(): f64 {
  let energy: f64 = 0;
  for (let channel = 0; channel < channels; channel++) {
    const weight = load<f64>(table + ((coefficients + <usize>channel) << 3));
    const sum = memories + <usize>(channel >> 1) * memoryBytes + ((<usize>(channel & 1)) << 3);
    if (weight > 0) energy += weight * load<f64>(sum, 96);
  }
  for (let channel = 0; channel < channels; channel += 2)
    settle(memories + <usize>(channel >> 1) * memoryBytes);
  return energy;
}

export function weigh(frames: i32): i32 {
  let steps: i32 = 0;
  for (let at: i32 = 0; at < frames;) {
    const taken = min(missing, frames - at);
    for (let channel = 0; channel < channels; channel += 2) {
      const offset = (<usize>at) << 2;
      const right = min(channel + 1, channels - 1);
      const state = memories + <usize>(channel >> 1) * memoryBytes;
      if (channels === 2) prepareStereo(state, planesIn() + (offset << 1), taken);
      else prepare(state, planeOf(channel) + offset, planeOf(right) + offset, taken);
      filter(state, taken);
    }
    at += taken;
    missing -= taken;
    if (missing > 0) continue;
    store<f64>(energies + ((<usize>steps) << 3), endStep());
    steps++;
    beginStep();
  }
  return steps;
}
