import { dbToPower } from '#wasm/dsp/decibel.ts';

/** A channel this far below the loudest has no sound of its own (as `deadChannels` in the measures). */
const deadBelow = dbToPower(-40);
/** Correlation of two channels: at the first they are each other's negative, at the second they are not any more. */
const invertedBelow = -0.8;
const uprightAbove = 0;
/** Below -90 dBFS the correlation is that of rounding. */
const soundPower = 1e-9;

type MixWeights = {
  /**
   * What each channel counts for in the next window, of `count` frames. `sums`: of each channel the sum of squares, then the
   * sum of products of the first two.
   */
  decide(sums: ArrayLike<number>, count: number): Float64Array;
};

/** Decides window by window how channels are mixed: see `createDownmix`. */
export function createMixWeights(channels: number): MixWeights {
  const energies = new Float64Array(channels);
  const isAlive = Array<boolean>(channels).fill(false);
  let isInverted = false;
  let frames = 0;

  const correlationOf = (sums: ArrayLike<number>, count: number): number => {
    if (channels !== 2) return 0;
    const [left, right, product] = [sums[0]!, sums[1]!, sums[2]!];
    return Math.min(left, right) / count > soundPower ? product / Math.sqrt(left * right) : 0;
  };

  return {
    decide(sums, count) {
      for (let channel = 0; channel < channels; channel++) energies[channel]! += sums[channel]!;
      frames += count;
      const loudest = Math.max(...energies) / frames;
      for (let channel = 0; channel < channels; channel++)
        isAlive[channel] ||= sums[channel]! / count > loudest * deadBelow;
      const correlation = correlationOf(sums, count);
      if (correlation < invertedBelow) isInverted = true;
      else if (correlation > uprightAbove) isInverted = false;
      const alive = isAlive.filter(Boolean).length || channels;
      return Float64Array.from(isAlive, (has, channel) =>
        has || alive === channels ? (isInverted && channel === 1 ? -1 : 1) / alive : 0,
      );
    },
  };
}

const windowS = 0.5;
const fadeS = 0.01;

/** Frames of a window and of the fade after a change. */
export function planMix(sampleRate: number): { windowFrames: number; fadeFrames: number } {
  const windowFrames = Math.round(sampleRate * windowS);
  return { windowFrames, fadeFrames: Math.min(windowFrames, Math.round(sampleRate * fadeS)) };
}

/** So many frames of a window are faded. */
export const fadedFrames = (from: Float64Array, to: Float64Array, fadeFrames: number, count: number) =>
  from.some((weight, channel) => weight !== to[channel]) ? Math.min(fadeFrames, count) : 0;
