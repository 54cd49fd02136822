import { cepstra, type VoiceFrames } from './voice-frames.ts';

/** Number of classes to which a frame can belong. */
export const sharesPerFrame = 2;
const iterations = 8;
const mostTrained = 24_000;
const framesPerClass = 60;
const leastVariance = 0.05;

/** Sound classes of a recording, all voices together: a mixture of normal distributions with diagonal covariances. */
export type Mixture = {
  count: number;
  weights: Float64Array;
  means: Float64Array;
  variances: Float64Array;
};

/**
 * The most probable classes of each frame, `sharesPerFrame` for each, and their probabilities. The probability of an
 * unused place is 0.
 */
export type Responsibilities = { classes: Uint8Array; shares: Float32Array };

/**
 * Fits the sound classes to the speech frames by expectation maximisation, initialised by k-means. This is the
 * universal background model (Reynolds, Quatieri & Dunn 2000), made of this recording alone. The result is
 * deterministic.
 */
export function fitMixture(frames: VoiceFrames, speechFrames: Uint8Array, most: number): Mixture {
  const total = speechFrames.reduce((sum, flag) => sum + flag, 0);
  const every = Math.max(1, Math.ceil(total / mostTrained));
  const chosen: number[] = [];
  for (let at = 0, seen = 0; at < frames.count; at++)
    if (speechFrames[at] && seen++ % every === 0) chosen.push(at);
  const count = Math.max(1, Math.min(most, Math.floor(chosen.length / framesPerClass)));
  const classes = beginClasses(frames, chosen, count);
  const logs = new Float64Array(count);
  const sums = {
    weights: new Float64Array(count),
    first: classes.means.slice(),
    second: classes.means.slice(),
  };
  for (let turn = 0; turn < iterations; turn++) {
    for (const sum of Object.values(sums)) sum.fill(0);
    const norms = normsOf(classes);
    for (const at of chosen) {
      const total = logLikelihoods(classes, norms, frames.values, at * cepstra, logs);
      for (let c = 0; c < count; c++) {
        const share = Math.exp(logs[c]! - total);
        if (share < 1e-4) continue;
        sums.weights[c]! += share;
        for (let d = 0; d < cepstra; d++) {
          const value = frames.values[at * cepstra + d]!;
          sums.first[c * cepstra + d]! += share * value;
          sums.second[c * cepstra + d]! += share * value * value;
        }
      }
    }
    for (let c = 0; c < count; c++) {
      const weight = sums.weights[c]!;
      if (weight < 2) continue;
      classes.weights[c] = weight / chosen.length;
      for (let i = c * cepstra; i < (c + 1) * cepstra; i++) {
        const mean = sums.first[i]! / weight;
        classes.means[i] = mean;
        classes.variances[i] = Math.max(leastVariance, sums.second[i]! / weight - mean * mean);
      }
    }
  }
  return classes;
}

/**
 * Returns the initial classes: their means are taken from evenly spaced frames and refined by four rounds of k-means,
 * and all have the same variance.
 */
function beginClasses({ values }: VoiceFrames, chosen: readonly number[], count: number): Mixture {
  const means = new Float64Array(count * cepstra);
  for (let c = 0; c < count; c++) {
    const at = chosen[Math.floor(((c + 0.5) * chosen.length) / count)]!;
    for (let d = 0; d < cepstra; d++) means[c * cepstra + d] = values[at * cepstra + d]!;
  }
  for (let turn = 0; turn < 4; turn++) {
    const sums = new Float64Array(count * cepstra);
    const counts = new Float64Array(count);
    for (const at of chosen) {
      let best = 0;
      let bestDistance = Infinity;
      for (let c = 0; c < count; c++) {
        let distance = 0;
        for (let d = 0; d < cepstra; d++)
          distance += (values[at * cepstra + d]! - means[c * cepstra + d]!) ** 2;
        if (distance < bestDistance) [best, bestDistance] = [c, distance];
      }
      counts[best]!++;
      for (let d = 0; d < cepstra; d++) sums[best * cepstra + d]! += values[at * cepstra + d]!;
    }
    for (let i = 0; i < means.length; i++) {
      const size = counts[Math.floor(i / cepstra)]!;
      if (size > 0) means[i] = sums[i]! / size;
    }
  }
  const first = new Float64Array(cepstra);
  const second = new Float64Array(cepstra);
  for (const at of chosen) {
    for (let d = 0; d < cepstra; d++) {
      first[d]! += values[at * cepstra + d]! / chosen.length;
      second[d]! += values[at * cepstra + d]! ** 2 / chosen.length;
    }
  }
  const variances = Float64Array.from({ length: count * cepstra }, (_, i) =>
    Math.max(leastVariance, (second[i % cepstra]! - first[i % cepstra]! ** 2) / 2),
  );
  return { count, weights: new Float64Array(count).fill(1 / count), means, variances };
}

function normsOf({ count, weights, variances }: Mixture): Float64Array {
  return Float64Array.from({ length: count }, (_, c) => {
    let sum = Math.log(weights[c]! + 1e-12);
    for (let i = c * cepstra; i < (c + 1) * cepstra; i++) sum -= 0.5 * Math.log(2 * Math.PI * variances[i]!);
    return sum;
  });
}

/** Computes the log-likelihood of a frame for each class, and returns that of the mixture. */
function logLikelihoods(
  { count, means, variances }: Mixture,
  norms: Float64Array,
  values: Float32Array,
  row: number,
  logs: Float64Array,
): number {
  let best = -Infinity;
  for (let c = 0; c < count; c++) {
    let sum = 0;
    for (let d = 0, i = c * cepstra; d < cepstra; d++, i++) {
      const difference = values[row + d]! - means[i]!;
      sum += (difference * difference) / variances[i]!;
    }
    const value = norms[c]! - 0.5 * sum;
    logs[c] = value;
    if (value > best) best = value;
  }
  let total = 0;
  for (let c = 0; c < count; c++) total += Math.exp(logs[c]! - best);
  return best + Math.log(total);
}

export function responsibilities(
  frames: VoiceFrames,
  speechFrames: Uint8Array,
  classes: Mixture,
): Responsibilities {
  const all: Responsibilities = {
    classes: new Uint8Array(frames.count * sharesPerFrame),
    shares: new Float32Array(frames.count * sharesPerFrame),
  };
  const norms = normsOf(classes);
  const logs = new Float64Array(classes.count);
  for (let at = 0; at < frames.count; at++) {
    if (!speechFrames[at]) continue;
    const total = logLikelihoods(classes, norms, frames.values, at * cepstra, logs);
    let sum = 0;
    for (let k = 0; k < Math.min(sharesPerFrame, classes.count); k++) {
      let best = 0;
      for (let c = 1; c < classes.count; c++) if (logs[c]! > logs[best]!) best = c;
      const share = Math.exp(logs[best]! - total);
      all.classes[at * sharesPerFrame + k] = best;
      all.shares[at * sharesPerFrame + k] = share;
      sum += share;
      logs[best] = -Infinity;
    }
    for (let k = 0; k < sharesPerFrame; k++) all.shares[at * sharesPerFrame + k]! /= sum;
  }
  return all;
}
