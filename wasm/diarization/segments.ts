import { addSample, createMoments, type Moments } from './gaussian.ts';
import { cepstra, frameS, type VoiceFrames } from './voice-frames.ts';

/** Frames `[from, to)` of one speech region. */
export type Stretch = readonly [from: number, to: number];

// Pauses and breaths are this far below a region's loud frames, dB.
const quietBelowDb = 25;
// No voice, not even that of a distant speaker, is this far below the recording's loud frames, dB.
const nothingBelowDb = 38;
const stepFrames = 6;
const sideFrames = Math.round(1.2 / frameS);
const shortestFrames = Math.round(0.8 / frameS);
const longestFrames = Math.round(3 / frameS);

/** Returns 1 for each frame with a voice, and 0 for the pauses within a region and for everything outside. */
export function markSpeechFrames(frames: VoiceFrames, stretches: readonly Stretch[]): Uint8Array {
  const speechFrames = new Uint8Array(frames.count);
  const loudest = percentile95(frames.level.slice(0, frames.count));
  for (const [from, to] of stretches) {
    if (from === to) continue;
    const least = Math.max(
      percentile95(frames.level.slice(from, to)) - quietBelowDb,
      loudest - nothingBelowDb,
    );
    for (let at = from; at < to; at++) if (frames.level[at]! > least) speechFrames[at] = 1;
  }
  return speechFrames;
}

const percentile95 = (levels: Float32Array): number => {
  const sorted = levels.toSorted();
  return sorted[Math.floor(sorted.length * 0.95)] ?? -Infinity;
};

function momentsOf(frames: VoiceFrames, speechFrames: Uint8Array, [from, to]: Stretch): Moments {
  const moments = createMoments(cepstra);
  for (let at = from; at < to; at++) if (speechFrames[at]) addSample(moments, frames.values, at * cepstra);
  return moments;
}

type Distance = (a: Moments, b: Moments) => number;

/**
 * Cuts regions into pieces of 0.8 to 3 s, where the voices before and after differ most (a likelihood ratio of two
 * normal distributions, Chen & Gopalakrishnan 1998, section 3). A piece with room for both sides is cut where
 * `distance` is above 0; a longer one is always cut.
 */
export function cutStretches(
  frames: VoiceFrames,
  speechFrames: Uint8Array,
  stretches: readonly Stretch[],
  distance: Distance,
): Stretch[] {
  return stretches.flatMap((stretch) => {
    const [from, to] = stretch;
    const scores = new Map<number, number>();
    for (let at = from + shortestFrames; at <= to - shortestFrames; at += stepFrames) {
      const before = momentsOf(frames, speechFrames, [Math.max(from, at - sideFrames), at]);
      const after = momentsOf(frames, speechFrames, [at, Math.min(to, at + sideFrames)]);
      scores.set(at, before.count > 10 && after.count > 10 ? distance(before, after) : -Infinity);
    }
    return cutStretch(stretch, scores);
  });
}

function cutStretch([from, to]: Stretch, scores: ReadonlyMap<number, number>): Stretch[] {
  let best = -1;
  let bestScore = -Infinity;
  for (const [at, score] of scores) {
    if (at - from < shortestFrames || to - at < shortestFrames || score <= bestScore) continue;
    [best, bestScore] = [at, score];
  }
  if (best < 0 || (bestScore <= 0 && to - from <= longestFrames)) return [[from, to]];
  return [...cutStretch([from, best], scores), ...cutStretch([best, to], scores)];
}
