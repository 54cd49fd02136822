import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { levelFrameS } from './frame-levels.ts';
import type { TimedWord } from './segment.ts';

export type UntimedWord = Pick<TimedWord, 'text' | 'confidence'>;

/**
 * Estimates the start and end of each word of a segment, s. First each word gets a share of the audible parts by its number
 * of letters. Then each edge is moved to the nearest dip of the level. `span` and the result count from the first level.
 * @param levels dBFS, one per `levelFrameS` (`wasm/transcription`)
 */
export function timeWords(words: readonly UntimedWord[], span: TimeSpan, levels: Float32Array): TimedWord[] {
  return snapWords(spreadWords(words, soundsWithin(levels, span)), levels);
}

/**
 * Spreads words by length over stretches of sound (s, ascending), without the pauses between them. A word that would
 * lie across a pause is placed on the side of its larger part. The first word begins with the first stretch, and the
 * last word ends with the last stretch.
 */
export function spreadWords(words: readonly UntimedWord[], sounds: readonly TimeSpan[]): TimedWord[] {
  const soundS = sounds.reduce((sum, [start, end]) => sum + end - start, 0);
  const weights = words.map(({ text }) => weightOf(text));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  const edges = weights.map((weight) => {
    const from = (soundS * before) / total;
    before += weight;
    return [from, (soundS * before) / total] as const;
  });
  return words.map(({ text, confidence }, index) => {
    const [from, to] = edges[index] as readonly [number, number];
    const [start, end] = placeOf(from, to, sounds);
    return { text, start: roundMs(start), end: roundMs(end), confidence };
  });
}

/**
 * Returns the expected length of a word in letters: its letters plus one, and two more before punctuation, where people
 * slow down. The numbers were tuned on synthetic speech in four languages with known word times.
 */
const weightOf = (text: string): number =>
  text.replaceAll(/[^\p{L}\p{N}]/gu, '').length + 1 + (/[.,;:?!]$/u.test(text) ? 2 : 0);

/** Maps a span of the joined sound to the recording, within the stretch that it overlaps most. */
function placeOf(from: number, to: number, sounds: readonly TimeSpan[]): TimeSpan {
  let passed = 0;
  let best: { shared: number; place: TimeSpan } | undefined;
  for (const [start, end] of sounds) {
    const [low, high] = [Math.max(from, passed), Math.min(to, passed + end - start)];
    const place: TimeSpan = [start + low - passed, start + high - passed];
    if (!best || high - low > best.shared) best = { shared: high - low, place };
    passed += end - start;
  }
  return best?.place ?? [from, to];
}

const shortestPauseS = 0.15;
const smallestRangeDb = 10;
// Threshold of sound, as a share of the range between the quiet level (2nd percentile) and the loud one (90th
// percentile).
const quietShare = 0.2;

/**
 * Returns the audible parts of a segment, which is split at pauses of at least 0.15 s. The threshold is relative to the
 * segment, so that background noise does no harm. If the range of levels is small, the whole segment counts as sound.
 * This was tuned on synthetic speech with known word times, where spreading and snapping reduce the median error of an
 * edge from 77 to 25 ms and the 95th percentile from 0.40 to 0.18 s.
 */
export function soundsWithin(levels: Float32Array, [startS, endS]: TimeSpan): TimeSpan[] {
  const first = Math.max(0, Math.round(startS / levelFrameS));
  const frames = levels.subarray(first, Math.max(first, Math.round(endS / levelFrameS)));
  const sorted = frames.toSorted();
  const quiet = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const loud = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  if (loud - quiet < smallestRangeDb) return [[startS, endS]];
  const limit = Math.max(quiet + quietShare * (loud - quiet), loud - 40);
  const sounds: TimeSpan[] = [];
  let from = startS;
  let pauseFrom = -1;
  const close = (pauseToS: number) => {
    const pauseFromS = pauseFrom === 0 ? startS : (first + pauseFrom) * levelFrameS;
    if (pauseFrom >= 0 && pauseToS - pauseFromS >= shortestPauseS - levelFrameS / 2) {
      if (pauseFromS > from) sounds.push([from, pauseFromS]);
      from = pauseToS;
    }
    pauseFrom = -1;
  };
  for (const [frame, level] of frames.entries()) {
    if (level < limit && pauseFrom < 0) pauseFrom = frame;
    if (level >= limit) close((first + frame) * levelFrameS);
  }
  close(endS);
  if (endS > from) sounds.push([from, endS]);
  return sounds.length === 0 ? [[startS, endS]] : sounds;
}

const furthestSnapS = 0.12;
const leastDipDb = 3;
const dbPerS = 100;

/**
 * Moves each edge between adjacent words to a dip of the level within 0.12 s. The deeper and nearer a dip is, the
 * sooner it is chosen. No edge is moved past the middle of either word, and edges at a pause stay.
 */
export function snapWords(words: readonly TimedWord[], levels: Float32Array): TimedWord[] {
  const snapped = words.map((word) => ({ ...word }));
  for (const [index, right] of snapped.entries()) {
    const left = snapped[index - 1];
    if (!left || right.start - left.end > levelFrameS / 2) continue;
    const earliest = Math.max(right.start - furthestSnapS, (left.start + left.end) / 2);
    const latest = Math.min(right.start + furthestSnapS, (right.start + right.end) / 2);
    const at = roundMs(dipBetween(levels, earliest, latest, right.start));
    left.end = at;
    right.start = at;
  }
  return snapped;
}

/**
 * Returns the middle of a nearby frame that is clearly quieter than the one at `atS`, or `atS` itself if there is none.
 */
function dipBetween(levels: Float32Array, fromS: number, toS: number, atS: number): number {
  let lowest = (levels[Math.floor(atS / levelFrameS)] ?? 0) - leastDipDb;
  let found = atS;
  for (let frame = Math.ceil(fromS / levelFrameS); (frame + 1) * levelFrameS <= toS; frame++) {
    const middleS = (frame + 0.5) * levelFrameS;
    const cost = (levels[frame] ?? 0) + Math.abs(middleS - atS) * dbPerS;
    if (cost >= lowest) continue;
    lowest = cost;
    found = middleS;
  }
  return found;
}

const roundMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
