import { createMixWeights, fadedFrames, planMix } from './downmix-weights.ts';

type Downmix = {
  /** Takes interleaved samples of whole frames. Returns mono samples, at most half a second late. */
  push(block: Float32Array): Float32Array;
  finish(): Float32Array;
};

/**
 * Creates a downmix to mono: the mean of the channels with a signal. A channel without a signal so far is left out, so
 * that it does not halve the others. The sign of one of two inverted channels is changed, because they would cancel
 * out. The weights are decided for each window as a whole, so the result does not depend on the block size. Changes of
 * the weights are faded over 10 ms.
 */
export function createDownmix({ sampleRate, channels }: { sampleRate: number; channels: number }): Downmix {
  if (channels === 1) return { push: (block) => block, finish: () => new Float32Array(0) };
  const { windowFrames, fadeFrames } = planMix(sampleRate);
  const mixWeights = createMixWeights(channels);
  const window = new Float32Array(windowFrames * channels);
  const sums = new Float64Array(channels + 1);
  let filled = 0;
  let weights: Float64Array | null = null;

  const measure = (count: number) => {
    if (channels !== 2) {
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let i = channel; i < count * channels; i += channels) sum += window[i]! * window[i]!;
        sums[channel] = sum;
      }
      return;
    }
    let [left, right, product] = [0, 0, 0];
    for (let i = 0; i < count * 2; i += 2) {
      const l = window[i]!;
      const r = window[i + 1]!;
      left += l * l;
      right += r * r;
      product += l * r;
    }
    sums.set([left, right, product]);
  };

  const mixFrame = (frame: number, by: Float64Array) => {
    let sum = 0;
    for (let channel = 0, i = frame * channels; channel < channels; channel++, i++)
      sum += window[i]! * by[channel]!;
    return sum;
  };

  const mix = (out: Float32Array, at: number) => {
    measure(filled);
    const next = mixWeights.decide(sums, filled);
    const from = weights ?? next;
    const faded = fadedFrames(from, next, fadeFrames, filled);
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
