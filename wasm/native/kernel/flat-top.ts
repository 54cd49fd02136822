import { addStep, initSteps, isNewStep, raiseSteps, stepAt, StepSizes } from './step-sizes';

// Levels and lengths as in `wasm/measure/flat-top.ts` and `wasm/measure/plateaus.ts`, which explain them.
const flankSamples: i32 = 8;
const minRun: i32 = 3;
const fullScale: f64 = 0.99;
const nearFullScale: f64 = 0.95;
const overshoot: f64 = 1.12;
const minLevel: f64 = 0.003;
const highLevel: f64 = 0.8;
const wideLevel: f64 = 0.4;
const nearTop: f64 = 0.98;

const fullFound: i32 = 1;
const plateauFound: i32 = 2;
export const refuted: i32 = 4;

@unmanaged
export class FlatTop {
  /**
   * For negative and for positive samples: highest magnitude, number of tops of two samples at it, and whether there
   * were plateaus.
   */
  negativeTop: f32;
  positiveTop: f32;
  negativePairs: i32;
  positivePairs: i32;
  hasNegativePlateau: bool;
  hasPositivePlateau: bool;
  flatRun: i32;
  overRun: i32;
  /** The current half-wave: whether it came near full scale, and its samples above the two levels. */
  isNearFull: bool;
  wide: i32;
  high: i32;
  wasNear: bool;
  found: i32;
}

export function stepsOf(top: FlatTop): StepSizes {
  return changetype<StepSizes>(changetype<usize>(top) + offsetof<FlatTop>());
}

/** Returns the address of the eight samples before the current run of equal ones, in their order. */
function flankOf(top: FlatTop): usize {
  return changetype<usize>(top) + offsetof<FlatTop>() + offsetof<StepSizes>();
}

export const flatTopBytes: usize = offsetof<FlatTop>() + offsetof<StepSizes>() + ((<usize>flankSamples) << 2);

export function forgetRuns(top: FlatTop): void {
  top.flatRun = 1;
  top.overRun = 0;
  top.isNearFull = false;
  top.wide = 0;
  top.high = 0;
}

export function initFlatTop(top: FlatTop): void {
  memory.fill(changetype<usize>(top), 0, offsetof<FlatTop>());
  forgetRuns(top);
  initSteps(stepsOf(top));
}

/** Returns the magnitude from which on a window needs a close scan. */
export function nearestOf(top: FlatTop): f64 {
  return min<f64>(min<f64>(nearTop * <f64>top.negativeTop, nearTop * <f64>top.positiveTop), nearFullScale);
}

function raiseTop(top: FlatTop, sample: f32): void {
  const isPositive = sample > 0;
  const level = abs<f32>(sample);
  const highest = isPositive ? top.positiveTop : top.negativeTop;
  if (level <= highest) return;
  const isHigher = <f64>level * nearTop > <f64>highest;
  if (isHigher && (isPositive ? top.hasPositivePlateau : top.hasNegativePlateau)) {
    if (isPositive) top.hasPositivePlateau = false;
    else top.hasNegativePlateau = false;
    top.found = (top.found & ~plateauFound) | refuted;
  }
  if (isPositive) {
    top.positiveTop = level;
    top.positivePairs = 0;
  } else {
    top.negativeTop = level;
    top.negativePairs = 0;
  }
  raiseSteps(stepsOf(top), level);
}

function endFlat(top: FlatTop, at: usize, run: i32, sample: f32): void {
  const isPositive = sample > 0;
  const level = <f64>abs<f32>(sample);
  const highest = <f64>(isPositive ? top.positiveTop : top.negativeTop);
  if (level < nearTop * highest && level < fullScale) return;
  if (run < minRun && level < highest) return;
  if (level < minLevel) return;
  const flank = (<usize>(min(flankSamples, (run + 1) >> 1) - 1)) << 2;
  const sign: f64 = isPositive ? 1 : -1;
  const before = sign * <f64>load<f32>(flankOf(top) + 28 - flank);
  const after = sign * <f64>load<f32>(at + flank);
  const fall = level - max<f64>(before, after);
  if (!(fall >= 16 * stepAt(stepsOf(top), <f32>level))) return;
  if (run < minRun) {
    const pairs = isPositive ? ++top.positivePairs : ++top.negativePairs;
    if (pairs < 2) return;
  }
  if (level >= fullScale) top.found |= fullFound;
  else {
    top.found |= plateauFound;
    if (isPositive) top.hasPositivePlateau = true;
    else top.hasNegativePlateau = true;
  }
}

function endHalfWave(top: FlatTop): void {
  if (top.isNearFull && top.high >= 4 && <f64>top.high >= 0.8 * <f64>top.wide) top.found |= fullFound;
  top.isNearFull = false;
  top.wide = 0;
  top.high = 0;
}

function scanClosely(top: FlatTop, at: usize, end: usize): void {
  const steps = stepsOf(top);
  let previous = load<f32>(at - 4);
  for (; at < end; at += 4) {
    const sample = load<f32>(at);
    const difference: f32 = sample > previous ? sample - previous : previous - sample;
    if (difference === 0) {
      if (++top.flatRun === 2) {
        v128.store(flankOf(top), v128.load(at - 36));
        v128.store(flankOf(top), v128.load(at - 20), 16);
      }
    } else {
      if (top.flatRun >= 2) endFlat(top, at, top.flatRun, previous);
      top.flatRun = 1;
      if (difference < steps.bound) addStep(steps, difference, abs<f32>(sample));
    }
    const magnitude = <f64>(sample < 0 ? -sample : sample);
    if (sample < 0 !== previous < 0) endHalfWave(top);
    if (magnitude >= wideLevel) {
      top.wide++;
      if (magnitude >= highLevel) top.high++;
      if (magnitude >= nearFullScale) top.isNearFull = true;
    }
    top.overRun = magnitude >= overshoot ? top.overRun + 1 : 0;
    if (top.overRun >= minRun) top.found |= fullFound;
    if (sample > top.positiveTop || sample < -top.negativeTop) raiseTop(top, sample);
    previous = sample;
  }
}

/**
 * Scans the samples from `at` up to `end`; the eight after `end` must be present too. Takes eight at a time where there can be no
 * top, no new step and no end of a high half-wave: samples below `nearestOf` are no tops, so their runs do not count.
 */
export function scanTops(top: FlatTop, at: usize, end: usize): void {
  const steps = stepsOf(top);
  const zero = f32x4.splat(0);
  const wide = f32x4.splat(<f32>wideLevel);
  const high = f32x4.splat(<f32>highLevel);
  while (at + 32 <= end) {
    // The limit is slightly lower, because of rounding.
    const nearest = <f32>(nearestOf(top) * 0.9999999);
    const bound = f32x4.splat(steps.bound);
    const near = f32x4.splat(nearest);
    if (top.overRun === 0 && (top.flatRun < 2 || abs<f32>(load<f32>(at - 4)) < nearest)) {
      const from = at;
      for (; at + 32 <= end; at += 32) {
        const x = v128.load(at);
        const y = v128.load(at, 16);
        const p = v128.load(at - 4);
        const q = v128.load(at + 12);
        const dx = f32x4.abs(f32x4.sub(x, p));
        const dy = f32x4.abs(f32x4.sub(y, q));
        const mx = f32x4.abs(x);
        const my = f32x4.abs(y);
        const isStep = v128.or(
          v128.and(f32x4.lt(dx, bound), f32x4.gt(dx, zero)),
          v128.and(f32x4.lt(dy, bound), f32x4.gt(dy, zero)),
        );
        const isNear = v128.or(f32x4.ge(mx, near), f32x4.ge(my, near));
        if (v128.any_true(isNear)) break;
        if (v128.any_true(isStep) && isNewStep(steps, dx, mx, dy, my)) break;
        const isWide = i32x4.bitmask(f32x4.ge(mx, wide)) | (i32x4.bitmask(f32x4.ge(my, wide)) << 4);
        if (isWide === 0 && top.wide === 0) continue;
        const turnsX = v128.xor(f32x4.lt(x, zero), f32x4.lt(p, zero));
        const turnsY = v128.xor(f32x4.lt(y, zero), f32x4.lt(q, zero));
        if (v128.any_true(v128.or(turnsX, turnsY))) {
          if (isWide !== 0) break;
          endHalfWave(top);
        } else {
          top.wide += popcnt(isWide);
          top.high += popcnt(i32x4.bitmask(f32x4.ge(mx, high)) | (i32x4.bitmask(f32x4.ge(my, high)) << 4));
        }
      }
      if (at > from) top.flatRun = 1;
      if (at + 32 > end) break;
    }
    scanClosely(top, at, at + 32);
    at += 32;
  }
  scanClosely(top, at, end);
}
