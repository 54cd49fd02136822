import { dbToPower } from '#wasm/dsp/decibel.ts';

const deadBelow = dbToPower(-40);
/**
 * Two channels count as inverted once their correlation is below `invertedBelow`, and until it is above `uprightAbove`.
 */
const invertedBelow = -0.8;
const uprightAbove = 0;
/** Below this power (-90 dBFS) the correlation is that of rounding errors. */
const soundPower = 1e-9;

type MixWeights = {
  /**
   * Returns the channel weights of the next window, of `count` frames. `sums` are the sums of squares of each channel
   * over the window, then the sum of products of the first two.
   */
  decide(sums: ArrayLike<number>, count: number): Float64Array;
};

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

export function planMix(sampleRate: number): { windowFrames: number; fadeFrames: number } {
  const windowFrames = Math.round(sampleRate * windowS);
  return { windowFrames, fadeFrames: Math.min(windowFrames, Math.round(sampleRate * fadeS)) };
}

export const fadedFrames = (from: Float64Array, to: Float64Array, fadeFrames: number, count: number) =>
  from.some((weight, channel) => weight !== to[channel]) ? Math.min(fadeFrames, count) : 0;
