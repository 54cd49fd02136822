import {
  flankSamples,
  fullScale,
  highLevel,
  isCutFlat,
  isCutHalfWave,
  minRun,
  nearFullScale,
  overshoot,
  wideLevel,
} from './flat-top.ts';
import { createStepSizes } from './step-sizes.ts';

/** Plateaus below full scale must be within 0.2 dB of the highest sample of their sign, because clipping happens at one level. */
const nearTop = 0.98;
/** Samples kept before a window: an unscanned flank, and before it a run that has just begun, with its own flank. */
const carrySamples = 2 * flankSamples + minRun;
/** Windows without possible tops still show the step size between samples; one in this many is scanned for it. */
const windowsPerStepSearch = 16;

type FlatTopScan = {
  window: Float32Array;
  /** Scans the window except its last flank, which is scanned with the next one. */
  scan(): {
    /** Flat top at or above full scale; flat top below it. */
    isFull: boolean;
    isPlateau: boolean;
    /** True if this window has a higher top of the same sign, so that earlier plateaus were no clipping. */
    isRefuted: boolean;
  };
};

const start = { previous: 0, flatRun: 1, overRun: 0, peak: 0, wide: 0, high: 0 };
const nothing = { isFull: false, isPlateau: false, isRefuted: false };

export function createFlatTopScan(windowSamples: number): FlatTopScan {
  const line = new Float32Array(carrySamples + windowSamples);
  const window = line.subarray(carrySamples);
  const steps = createStepSizes();
  const flatBefore = new Float32Array(flankSamples);
  const after = new Float32Array(flankSamples);
  /** Highest magnitude, and whether there were plateaus, of negative and positive samples. */
  const tops = [0, 0];
  const hasPlateau = [false, false];
  /** Tops of two equal samples at exactly the highest level: one can be chance, a clean recording has no second. */
  const pairs = [0, 0];
  let windows = 0;
  let wasNearTop = false;
  let found = { ...nothing };
  const state = { ...start };

  const raiseTop = (sample: number) => {
    const side = sample > 0 ? 1 : 0;
    const level = Math.abs(sample);
    if (level <= tops[side]!) return;
    if (level * nearTop > tops[side]! && hasPlateau[side]) {
      hasPlateau[side] = false;
      found = { ...found, isPlateau: false, isRefuted: true };
    }
    tops[side] = level;
    pairs[side] = 0;
    steps.raise(level);
  };
  /** Copies a flank, nearest sample first, with the sign that makes its top positive. */
  const copyFlank = (to: Float32Array, at: number, direction: 1 | -1, top: number) => {
    const sign = Math.sign(top);
    for (let i = 0; i < flankSamples; i++) to[i] = sign * line[at + i * direction]!;
  };
  const endFlat = (at: number, run: number, top: number) => {
    const level = Math.abs(top);
    const side = top > 0 ? 1 : 0;
    if (level < nearTop * tops[side]! && level < fullScale) return;
    if (run < minRun && level < tops[side]!) return;
    copyFlank(after, at, 1, top);
    if (!isCutFlat({ level, run, before: flatBefore, after }, steps.at(level))) return;
    if (run < minRun && ++pairs[side]! < 2) return;
    if (level >= fullScale) found.isFull = true;
    else found.isPlateau = hasPlateau[side] = true;
  };

  const scanAll = () => {
    let { previous, flatRun, overRun, peak, wide, high } = state;
    let [lowest, highest] = [-tops[0]!, tops[1]!];
    let bound = steps.bound();
    const end = line.length - flankSamples;
    for (let i = carrySamples - flankSamples; i < end; i++) {
      const sample = line[i]!;
      // In single precision, as in the kernel.
      const difference = Math.fround(sample > previous ? sample - previous : previous - sample);
      if (difference === 0) {
        flatRun++;
        if (flatRun === 2) copyFlank(flatBefore, i - 2, -1, sample);
      } else {
        if (flatRun >= 2) endFlat(i, flatRun, previous);
        flatRun = 1;
        if (difference < bound) {
          steps.add(difference, Math.abs(sample));
          bound = steps.bound();
        }
      }
      const magnitude = sample < 0 ? -sample : sample;
      if (sample < 0 !== previous < 0) {
        if (isCutHalfWave({ peak, wide, high })) found.isFull = true;
        peak = wide = high = 0;
      }
      if (magnitude >= wideLevel) {
        wide++;
        if (magnitude >= highLevel) high++;
        if (magnitude > peak) peak = magnitude;
      }
      overRun = magnitude >= overshoot ? overRun + 1 : 0;
      if (overRun >= minRun) found.isFull = true;
      if (sample > highest || sample < lowest) {
        raiseTop(sample);
        [lowest, highest] = [-tops[0]!, tops[1]!];
        bound = steps.bound();
      }
      previous = sample;
    }
    Object.assign(state, { previous, flatRun, overRun, peak, wide, high });
  };

  return {
    window,
    scan() {
      found = { ...nothing };
      const nearest = Math.min(nearTop * tops[0]!, nearTop * tops[1]!, nearFullScale);
      let isNearTop = false;
      for (let i = 0; i < window.length && !isNearTop; i++)
        isNearTop = window[i]! >= nearest || window[i]! <= -nearest;
      if (isNearTop || wasNearTop || windows % windowsPerStepSearch === 0) scanAll();
      else Object.assign(state, start, { previous: line.at(-flankSamples - 1)! });
      wasNearTop = isNearTop;
      windows++;
      line.copyWithin(0, windowSamples);
      return found;
    },
  };
}
