import { planeOf } from './planes';

/** State of the search in one channel (`wasm/reference/dropout-scan.ts`). */
@unmanaged
class DropoutScan {
  /** Mean square of the loudest window, decaying slowly. */
  loudest: f64;
  /** Zeros at the end of the last scan, and whether the sound before them stopped abruptly. */
  run: i32;
  isCutBefore: bool;
}

let channels: i32 = 0;
let scans: usize = 0;
let output: usize = 0;
let windowSamples: i32 = 0;
let minRun: i32 = 0;
let maxRun: i32 = 0;
let flankBytes: usize = 0;
let edgeBytes: usize = 0;
let forget: f64 = 0;
/** Limits as in `dropoutLimits` (`wasm/measure/dropout-plan.ts`). */
let minEdgeRatio: f64 = 0;
let minSpeechRatio: f64 = 0;
let minPower: f64 = 0;

/** Takes lengths in samples. `forgetBy` is the factor by which `loudest` decays per window. Call once per instance. */
export function dropoutsCreate(
  channelCount: i32,
  window: i32,
  shortest: i32,
  longest: i32,
  flank: i32,
  edge: i32,
  forgetBy: f64,
): void {
  channels = channelCount;
  windowSamples = window;
  minRun = shortest;
  maxRun = longest;
  flankBytes = (<usize>flank) << 2;
  edgeBytes = (<usize>edge) << 2;
  forget = forgetBy;
  const bytes = <usize>channels * offsetof<DropoutScan>();
  scans = heap.alloc(bytes);
  memory.fill(scans, 0, bytes);
  // Two numbers per dropout; dropouts are at least `minRun` apart.
  output = heap.alloc((<usize>(channels * (window / minRun + 2))) << 3);
}

export function dropoutsLimits(edgeRatio: f64, speechRatio: f64, power: f64): void {
  minEdgeRatio = edgeRatio;
  minSpeechRatio = speechRatio;
  minPower = power;
}

/**
 * Returns the address of the dropouts of the last window: first sample and end of each, as i32 relative to the end of
 * the window.
 */
export function dropoutsOut(): usize {
  return output;
}

function powerOf(from: usize, bytes: usize): f64 {
  let sum: f64 = 0;
  for (let at = from; at < from + bytes; at += 4) {
    const sample = <f64>load<f32>(at);
    sum += sample * sample;
  }
  return sum / <f64>(bytes >> 2);
}

/** Returns the mean square of every fourth sample. */
function sparsePower(from: usize, end: usize): f64 {
  let a: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  let d: f64 = 0;
  const samples = <f64>((end - from) >> 2);
  for (; from + 64 <= end; from += 64) {
    const x = <f64>load<f32>(from);
    const y = <f64>load<f32>(from, 16);
    const z = <f64>load<f32>(from, 32);
    const w = <f64>load<f32>(from, 48);
    a += x * x;
    b += y * y;
    c += z * z;
    d += w * w;
  }
  for (; from < end; from += 16) {
    const x = <f64>load<f32>(from);
    a += x * x;
  }
  return ((a + b + (c + d)) * 4) / samples;
}

function isCut(loudest: f64, flankPower: f64, edgePower: f64): bool {
  return flankPower >= max<f64>(minPower, minSpeechRatio * loudest) && edgePower >= minEdgeRatio * flankPower;
}

function look(scan: DropoutScan, end: usize, out: usize): usize {
  const start = end - ((<usize>windowSamples) << 2);
  // NaN stays NaN, as in the reference.
  scan.loudest = max<f64>(scan.loudest * forget, sparsePower(start, end));
  const last = end - flankBytes;
  const runBytes = (<usize>minRun) << 2;
  const zero = f32x4.splat(0);
  let run = scan.run;
  let at = start - flankBytes;
  while (at < last) {
    // A run of `minRun` zeros contains one of any samples that are `minRun` apart, so only these are tested.
    if (run === 0 && at + runBytes <= last && load<f32>(at + runBytes - 4) !== 0) {
      at += runBytes;
      continue;
    }
    if (load<f32>(at) === 0) {
      const isLong = run >= minRun;
      if ((isLong || run + 4 < minRun) && at + 16 <= last) {
        if (v128.all_true<i32>(f32x4.eq(v128.load(at), zero))) {
          run += 4;
          at += 16;
          continue;
        }
      }
      run++;
      at += 4;
      if (run === minRun) {
        const first = at - runBytes;
        scan.isCutBefore = isCut(
          scan.loudest,
          powerOf(first - flankBytes, flankBytes),
          powerOf(first - edgeBytes, edgeBytes),
        );
      }
      continue;
    }
    if (
      run >= minRun &&
      run <= maxRun &&
      scan.isCutBefore &&
      isCut(scan.loudest, powerOf(at, flankBytes), powerOf(at, edgeBytes))
    ) {
      const to = -(<i32>((end - at) >> 2));
      store<i32>(out, to - run);
      store<i32>(out, to, 4);
      out += 8;
    }
    run = 0;
    at += 4;
  }
  scan.run = run;
  return out;
}

/** Scans the window that ends `frames` frames into the last push; returns the number of dropouts at `dropoutsOut`. */
export function dropoutsWindow(frames: i32): i32 {
  let out = output;
  for (let channel = 0; channel < channels; channel++) {
    const scan = changetype<DropoutScan>(scans + <usize>channel * offsetof<DropoutScan>());
    out = look(scan, planeOf(channel) + ((<usize>frames) << 2), out);
  }
  return <i32>((out - output) >> 3);
}
