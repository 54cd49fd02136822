import {
  flankSamples,
  highLevel,
  isCutHalfWave,
  minRun,
  nearFullScale,
  overshoot,
  wideLevel,
} from './flat-top.ts';
import { createPlateaus, nearTop } from './plateaus.ts';
import { createStepSizes } from './step-sizes.ts';

/**
 * Number of samples that are kept before a window: a flank that is not scanned yet, and before it a run that has just
 * begun, with its own flank.
 */
const carrySamples = 2 * flankSamples + minRun;
/** Windows without possible tops still show the step size between samples; one in this many is scanned for it. */
const windowsPerStepSearch = 16;

type FlatTopScan = {
  /** The samples to scan. The caller fills them before `scan`. */
  window: Float32Array;
  /** Scans the window except its last flank, which is scanned with the next one. */
  scan(): {
    /** Flat top at or above full scale. */
    isFull: boolean;
    /** Flat top below full scale. */
    isPlateau: boolean;
    /** True if this window has a higher top of the same sign, so that earlier plateaus were no clipping. */
    isRefuted: boolean;
  };
};

const start = { previous: 0, flatRun: 1, overRun: 0, peak: 0, wide: 0, high: 0 };

export function createFlatTopScan(windowSamples: number): FlatTopScan {
  const samples = new Float32Array(carrySamples + windowSamples);
  const window = samples.subarray(carrySamples);
  const steps = createStepSizes();
  const plateaus = createPlateaus(samples, steps);
  const { tops } = plateaus;
  const state = { ...start };
  let windows = 0;
  let wasNearTop = false;

  /** Returns whether the window has clipped half-waves, or samples above full scale. */
  const scanAll = (): boolean => {
    let isFull = false;
    let { previous, flatRun, overRun, peak, wide, high } = state;
    let [lowest, highest] = [-tops[0], tops[1]];
    let bound = steps.bound();
    const end = samples.length - flankSamples;
    for (let i = carrySamples - flankSamples; i < end; i++) {
      const sample = samples[i]!;
      // The difference is rounded to single precision, as in the kernel.
      const difference = Math.fround(sample > previous ? sample - previous : previous - sample);
      if (difference === 0) {
        flatRun++;
        if (flatRun === 2) plateaus.begin(i - 2, sample);
      } else {
        if (flatRun >= 2) plateaus.end(i, flatRun, previous);
        flatRun = 1;
        if (difference < bound) {
          steps.add(difference, Math.abs(sample));
          bound = steps.bound();
        }
      }
      const magnitude = sample < 0 ? -sample : sample;
      if (sample < 0 !== previous < 0) {
        if (isCutHalfWave({ peak, wide, high })) isFull = true;
        peak = wide = high = 0;
      }
      if (magnitude >= wideLevel) {
        wide++;
        if (magnitude >= highLevel) high++;
        if (magnitude > peak) peak = magnitude;
      }
      overRun = magnitude >= overshoot ? overRun + 1 : 0;
      if (overRun >= minRun) isFull = true;
      if (sample > highest || sample < lowest) {
        plateaus.raise(sample);
        [lowest, highest] = [-tops[0], tops[1]];
        bound = steps.bound();
      }
      previous = sample;
    }
    Object.assign(state, { previous, flatRun, overRun, peak, wide, high });
    return isFull;
  };

  return {
    window,
    scan() {
      const nearest = Math.min(nearTop * tops[0], nearTop * tops[1], nearFullScale);
      let isNearTop = false;
      for (let i = 0; i < window.length && !isNearTop; i++)
        isNearTop = window[i]! >= nearest || window[i]! <= -nearest;
      let isFull = false;
      if (isNearTop || wasNearTop || windows % windowsPerStepSearch === 0) isFull = scanAll();
      else Object.assign(state, start, { previous: samples.at(-flankSamples - 1)! });
      wasNearTop = isNearTop;
      windows++;
      samples.copyWithin(0, windowSamples);
      const found = plateaus.take();
      return { ...found, isFull: isFull || found.isFull };
    },
  };
}
