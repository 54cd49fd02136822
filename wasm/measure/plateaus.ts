import { flankSamples, fullScale, isCutFlat, minRun } from './flat-top.ts';
import type { StepSizes } from './step-sizes.ts';

/** Plateaus below full scale must be within 0.2 dB of the highest sample of their sign, because clipping happens at one level. */
export const nearTop = 0.98;

type Found = {
  /** A clipped plateau at or above full scale. */
  isFull: boolean;
  /** A clipped plateau below full scale. */
  isPlateau: boolean;
  /** A higher top of the same sign, so that earlier plateaus were no clipping. */
  isRefuted: boolean;
};

/**
 * Decides which runs of equal samples in `samples` are clipped, and keeps the highest sample of each sign. Negative samples come
 * first in each pair.
 */
export function createPlateaus(samples: Float32Array, steps: StepSizes) {
  const before = new Float32Array(flankSamples);
  const after = new Float32Array(flankSamples);
  /** Highest magnitudes, and whether there were plateaus. */
  const tops: [number, number] = [0, 0];
  const hasPlateau = [false, false];
  /**
   * Number of tops with two equal samples at exactly the highest level: one can be chance, a clean recording has no
   * second.
   */
  const pairs = [0, 0];
  let found: Found = { isFull: false, isPlateau: false, isRefuted: false };

  /** Copies a flank, nearest sample first, with the sign that makes its top positive. */
  const copyFlank = (to: Float32Array, at: number, direction: 1 | -1, top: number) => {
    const sign = Math.sign(top);
    for (let i = 0; i < flankSamples; i++) to[i] = sign * samples[at + i * direction]!;
  };

  return {
    /** Highest magnitudes so far. */
    tops: tops as readonly [negative: number, positive: number],

    /** Takes a sample that may be higher than all before it. */
    raise(sample: number): void {
      const side = sample > 0 ? 1 : 0;
      const level = Math.abs(sample);
      if (level <= tops[side]) return;
      if (level * nearTop > tops[side] && hasPlateau[side]) {
        hasPlateau[side] = false;
        found.isPlateau = false;
        found.isRefuted = true;
      }
      tops[side] = level;
      pairs[side] = 0;
      steps.raise(level);
    },

    /** A run of equal samples begins after the sample with index `at`. */
    begin(at: number, top: number): void {
      copyFlank(before, at, -1, top);
    },

    /** The run ends before the sample with index `at`. */
    end(at: number, run: number, top: number): void {
      const level = Math.abs(top);
      const side = top > 0 ? 1 : 0;
      if (level < nearTop * tops[side] && level < fullScale) return;
      if (run < minRun && level < tops[side]) return;
      copyFlank(after, at, 1, top);
      if (!isCutFlat({ level, run, before, after }, steps.at(level))) return;
      if (run < minRun && ++pairs[side]! < 2) return;
      if (level >= fullScale) found.isFull = true;
      else found.isPlateau = hasPlateau[side] = true;
    },

    /** Returns what was found since the last call. */
    take(): Found {
      const taken = found;
      found = { isFull: false, isPlateau: false, isRefuted: false };
      return taken;
    },
  };
}
