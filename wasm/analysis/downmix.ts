export type Downmix = {
  /** Interleaved samples, whole frames; mono samples out, half a second later at most. */
  push(block: Float32Array): Float32Array;
  /** The rest: in all as many samples as frames went in. */
  finish(): Float32Array;
};

const windowS = 0.5;
const fadeS = 0.01;
/** A channel this far below the loudest has no sound of its own (as `deadChannels` in the measures). */
const deadBelow = 10 ** (-40 / 10);
/** Correlation of two channels: at the first they are each other's negative, at the second they are not any more. */
const invertedBelow = -0.8;
const uprightAbove = 0;
/** Below -90 dBFS the correlation is that of rounding. */
const soundPower = 1e-9;

/**
 * Mixes channels to one: the mean of those that have sound. A channel that has none until now does not halve the others,
 * and one of two that is the other's negative is turned before it would cancel it. Decided window by window with the window
 * known, so that the result does not depend on how the stream is cut; a change is faded over 10 ms.
 */
export function createDownmix({ sampleRate, channels }: { sampleRate: number; channels: number }): Downmix {
  if (channels === 1) return { push: (block) => block, finish: () => new Float32Array(0) };
  const windowFrames = Math.round(sampleRate * windowS);
  const fadeFrames = Math.min(windowFrames, Math.round(sampleRate * fadeS));
  const window = new Float32Array(windowFrames * channels);
  const sums = new Float64Array(channels);
  const isAlive = Array<boolean>(channels).fill(false);
  let isInverted = false;
  let filled = 0;
  let frames = 0;
  let weights: Float64Array | null = null;

  /** Into `powers` the mean square of each channel; answers the correlation of two, else 0. */
  const measure = (powers: Float64Array, count: number): number => {
    if (channels !== 2) {
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let i = channel; i < count * channels; i += channels) sum += window[i]! * window[i]!;
        powers[channel] = sum / count;
      }
      return 0;
    }
    let [left, right, product] = [0, 0, 0];
    for (let i = 0; i < count * 2; i += 2) {
      const l = window[i]!;
      const r = window[i + 1]!;
      left += l * l;
      right += r * r;
      product += l * r;
    }
    powers[0] = left / count;
    powers[1] = right / count;
    return Math.min(powers[0], powers[1]) > soundPower ? product / Math.sqrt(left * right) : 0;
  };

  const decide = (count: number): Float64Array => {
    const powers = new Float64Array(channels);
    const correlation = measure(powers, count);
    for (let channel = 0; channel < channels; channel++) sums[channel]! += powers[channel]! * count;
    frames += count;
    const loudest = Math.max(...sums) / frames;
    for (let channel = 0; channel < channels; channel++)
      isAlive[channel] ||= powers[channel]! > loudest * deadBelow;
    if (correlation < invertedBelow) isInverted = true;
    else if (correlation > uprightAbove) isInverted = false;
    const alive = isAlive.filter(Boolean).length || channels;
    return Float64Array.from(isAlive, (has, channel) =>
      has || alive === channels ? (isInverted && channel === 1 ? -1 : 1) / alive : 0,
    );
  };

  const mixFrame = (frame: number, by: Float64Array) => {
    let sum = 0;
    for (let channel = 0, i = frame * channels; channel < channels; channel++, i++)
      sum += window[i]! * by[channel]!;
    return sum;
  };

  const mix = (out: Float32Array, at: number) => {
    const next = decide(filled);
    const from = weights ?? next;
    const isChanged = from.some((weight, channel) => weight !== next[channel]);
    const faded = isChanged ? Math.min(fadeFrames, filled) : 0;
    for (let frame = 0; frame < faded; frame++) {
      const share = frame / fadeFrames;
      out[at + frame] = mixFrame(frame, from) * (1 - share) + mixFrame(frame, next) * share;
    }
    if (channels === 2) {
      const left = next[0]!;
      const right = next[1]!;
      for (let frame = faded; frame < filled; frame++)
        out[at + frame] = window[frame * 2]! * left + window[frame * 2 + 1]! * right;
    } else for (let frame = faded; frame < filled; frame++) out[at + frame] = mixFrame(frame, next);
    weights = next;
    filled = 0;
  };

  return {
    push(block) {
      const total = filled + block.length / channels;
      const out = new Float32Array(Math.floor(total / windowFrames) * windowFrames);
      let written = 0;
      for (let at = 0; at < block.length;) {
        const part = block.subarray(at, at + (windowFrames - filled) * channels);
        window.set(part, filled * channels);
        filled += part.length / channels;
        at += part.length;
        if (filled < windowFrames) continue;
        mix(out, written);
        written += windowFrames;
      }
      return out;
    },
    finish() {
      const out = new Float32Array(filled);
      if (filled > 0) mix(out, 0);
      return out;
    },
  };
}
