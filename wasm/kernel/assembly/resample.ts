import { addMul, sum4 } from './math';

/** Samples that one call takes at most. */
export const maxBlock: i32 = 16384;

let table: usize = 0;
let taps: i32 = 0;
let phases: i32 = 0;
let up: i32 = 0;
/** From one output to the next: samples, and 1/`up` of a sample. */
let step: i32 = 0;
let stepFraction: i32 = 0;
let input: usize = 0;
let output: usize = 0;
/** Samples in `input`, the first sample that the next output needs, and how far past it the output lies, in 1/`up`. */
let filled: i32 = 0;
let next: i32 = 0;
let fraction: i32 = 0;

/** `tapCount` a multiple of sixteen. Answers how many samples a call of `resample` takes at most. Once an instance. */
export function resampleCreate(rateUp: i32, rateDown: i32, phaseCount: i32, tapCount: i32): i32 {
  up = rateUp;
  step = rateDown / rateUp;
  stepFraction = rateDown % rateUp;
  phases = phaseCount;
  taps = tapCount;
  table = heap.alloc((<usize>(phases * taps)) << 2);
  // What is kept between calls is shorter than the filter and a step.
  input = heap.alloc((<usize>(taps + maxBlock + step + 1)) << 2);
  output = heap.alloc((<usize>((<i64>(maxBlock + 1) * rateUp) / rateDown + 2)) << 2);
  // The output lines up with the input: the half of the filter before the first sample sees silence.
  filled = taps / 2 - 1;
  memory.fill(input, 0, (<usize>filled) << 2);
  return maxBlock;
}

export function resampleTable(): usize {
  return table;
}

/** Where the next samples go. */
export function resampleIn(): usize {
  return input + ((<usize>filled) << 2);
}

export function resampleOut(): usize {
  return output;
}

function filter(row: usize, from: usize): f32 {
  const end = row + ((<usize>taps) << 2);
  let a = f32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  while (row < end) {
    a = addMul(a, v128.load(row), v128.load(from));
    b = addMul(b, v128.load(row, 16), v128.load(from, 16));
    c = addMul(c, v128.load(row, 32), v128.load(from, 32));
    d = addMul(d, v128.load(row, 48), v128.load(from, 48));
    row += 64;
    from += 64;
  }
  return sum4(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
}

/** Takes `count` samples written at `resampleIn`; answers how many now lie at `resampleOut`. */
export function resample(count: i32): i32 {
  filled += count;
  let produced: i32 = 0;
  while (next + taps <= filled) {
    const phase =
      phases === up
        ? fraction
        : min(phases - 1, <i32>Math.floor((<f64>fraction * <f64>phases) / <f64>up + 0.5));
    const row = table + ((<usize>(phase * taps)) << 2);
    store<f32>(output + ((<usize>produced) << 2), filter(row, input + ((<usize>next) << 2)));
    produced++;
    next += step;
    fraction += stepFraction;
    if (fraction >= up) {
      fraction -= up;
      next++;
    }
  }
  const used = min(next, filled);
  filled -= used;
  next -= used;
  memory.copy(input, input + ((<usize>used) << 2), (<usize>filled) << 2);
  return produced;
}
