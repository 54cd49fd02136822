import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { levelFrameS } from './frame-levels.ts';

type WindowOptions = {
  maxS: number;
  padS?: number;
  /** A longer pause ends a window, s, because long silence makes models invent words. Default: a tenth of `maxS`. */
  maxPauseS?: number;
};

// Level of muted or digital silence, dBFS: it is below the noise of any microphone.
const inaudibleDb = -75;
const shortestSilenceS = 1;
// A window is cut in its last part, where the level averaged over `cutSmoothS` is lowest.
const cutSearchShare = 0.5;
const cutSmoothS = 0.3;
// Pauses between two sentences can be shorter, so they are smoothed less.
const pauseSmoothS = 0.1;

/**
 * Plans the windows of a recording for a model with a limited input length. No window contains a long pause. A window that would
 * be too long is cut at the longest pause in its second half, or inside a region at its quietest place. The windows are
 * ascending, do not overlap and cover every region.
 * @param levels dBFS of frames of `levelFrameS`, for the whole recording
 * @param regions speech regions in s, ascending; null uses everything audible
 */
export function planWindows(
  levels: Float32Array,
  regions: readonly TimeSpan[] | null,
  options: WindowOptions,
): TimeSpan[] {
  const { maxS, padS = 0.3, maxPauseS = maxS / 10 } = options;
  const durationS = levels.length * levelFrameS;
  const padded = padRegions(regions ?? audibleRegions(levels), padS, durationS);
  const pieces = padded.flatMap(({ span, pauseS }) =>
    splitRegion(levels, span, maxS).map((part, index) => ({ span: part, pauseS: index === 0 ? pauseS : 0 })),
  );
  const windows: TimeSpan[] = [];
  for (let first = 0; first < pieces.length;) {
    const count = piecesInWindow(pieces.slice(first), maxS, maxPauseS);
    windows.push([pieces[first]!.span[0], pieces[first + count - 1]!.span[1]]);
    first += count;
  }
  return windows.map(([start, end]) => [roundMs(start), roundMs(end)]);
}

/** A span that is not split further, and the length of the pause before it, s. */
type Piece = { span: TimeSpan; pauseS: number };

function piecesInWindow(pieces: readonly Piece[], maxS: number, maxPauseS: number): number {
  const startS = pieces[0]!.span[0];
  const ends = pieces.findIndex(
    ({ span: [start, end] }, index) =>
      index > 0 && (end - startS > maxS || start - pieces[index - 1]!.span[1] > maxPauseS),
  );
  if (ends < 0) return pieces.length;
  const { span } = pieces[ends]!;
  if (span[0] - pieces[ends - 1]!.span[1] > maxPauseS) return ends;
  let best = ends;
  for (let index = ends - 1; index > 0; index--) {
    const piece = pieces[index]!;
    if (piece.span[0] - startS < maxS * cutSearchShare) break;
    if (piece.pauseS > pieces[best]!.pauseS) best = index;
  }
  return best;
}

/** Returns everything except digital silence of a second or more. */
export function audibleRegions(levels: Float32Array): TimeSpan[] {
  const regions: TimeSpan[] = [];
  let start = -1;
  let lastAudible = -1;
  const shortest = Math.round(shortestSilenceS / levelFrameS);
  for (const [frame, level] of levels.entries()) {
    if (level < inaudibleDb) {
      if (start >= 0 && frame - lastAudible >= shortest) {
        regions.push([start * levelFrameS, (lastAudible + 1) * levelFrameS]);
        start = -1;
      }
      continue;
    }
    if (start < 0) start = frame;
    lastAudible = frame;
  }
  if (start >= 0) regions.push([start * levelFrameS, (lastAudible + 1) * levelFrameS]);
  return regions;
}

/** Pads regions without making them overlap: neighbours share the pause between them. */
function padRegions(regions: readonly TimeSpan[], padS: number, durationS: number): Piece[] {
  const inside = regions
    .map(([start, end]): TimeSpan => [Math.max(0, start), Math.min(end, durationS)])
    .filter(([start, end]) => end > start);
  return inside.map(([start, end], index) => {
    const before = inside[index - 1]?.[1] ?? -Infinity;
    const after = inside[index + 1]?.[0] ?? Infinity;
    return {
      span: [
        Math.max(0, start - padS, (before + start) / 2),
        Math.min(durationS, end + padS, (end + after) / 2),
      ],
      pauseS: start - before,
    };
  });
}

function splitRegion(levels: Float32Array, [start, end]: TimeSpan, maxS: number): TimeSpan[] {
  const pieces: TimeSpan[] = [];
  let from = start;
  while (end - from > maxS) {
    const at = quietestPlace(levels, from + maxS * cutSearchShare, from + maxS);
    pieces.push([from, at]);
    from = at;
  }
  return [...pieces, [from, end]];
}

export function middlePause(levels: Float32Array, [start, end]: TimeSpan): number {
  const quarter = (end - start) / 4;
  return roundMs(quietestPlace(levels, start + quarter, end - quarter, pauseSmoothS));
}

// Shorter spans are not cut, and no cut is nearer to their ends, s.
const shortestSentenceS = 0.6;
const shortestPauseS = 0.08;
// Level of a pause, dB below the loudest level. The stops of consonants are shorter than `shortestPauseS`; most
// recordings have a lower noise floor.
const pauseDb = 30;

/** Returns the middle of the longest pause in a span, s; null if there is no pause. Tuned on synthetic speech. */
export function longestPause(levels: Float32Array, [start, end]: TimeSpan): number | null {
  const [from, to] = [start, end].map((atS) => Math.round(atS / levelFrameS)) as TimeSpan;
  const loudest = levels.subarray(from, to).reduce((max, level) => Math.max(max, level), -Infinity);
  const edge = Math.ceil(shortestSentenceS / levelFrameS);
  let [longest, middle, run] = [Math.round(shortestPauseS / levelFrameS) - 1, 0, 0];
  for (let frame = from + edge; frame < to - edge; frame++) {
    run = (levels[frame] as number) < loudest - pauseDb ? run + 1 : 0;
    if (run > longest) [longest, middle] = [run, frame + 1 - run / 2];
  }
  return middle === 0 ? null : roundMs(middle * levelFrameS);
}

// Smoothed levels that differ by less count as equal, dB.
const equalDb = 0.01;

/**
 * Returns the middle of the quietest place between two times, s. Contiguous places that are equally quiet count as one.
 * If they are not contiguous, the later one is taken.
 */
function quietestPlace(levels: Float32Array, fromS: number, toS: number, smoothS = cutSmoothS): number {
  const width = Math.round(smoothS / levelFrameS);
  const first = Math.ceil(fromS / levelFrameS);
  const last = Math.min(levels.length, Math.floor(toS / levelFrameS)) - width;
  let [runFrom, runTo] = [last, last];
  let bestSum = Infinity;
  let sum = 0;
  for (let frame = first; frame < last + width; frame++) {
    sum += levels[frame] as number;
    const start = frame - width + 1;
    if (start < first) continue;
    if (sum <= bestSum + equalDb) {
      const goesOn = start === runTo + 1 && sum > bestSum - equalDb;
      if (!goesOn) runFrom = start;
      runTo = start;
      bestSum = Math.min(bestSum, sum);
    }
    sum -= levels[start] as number;
  }
  return ((runFrom + runTo + width) / 2) * levelFrameS;
}

const roundMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
