import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { levelFrameS } from './frame-levels.ts';

type WindowOptions = {
  /** Longest window, s: what the model hears at once. */
  maxS: number;
  /** Sound kept before and behind speech, s. */
  padS?: number;
  /** A pause longer than this ends a window, s: long silence makes models invent words. A tenth of the window unless said. */
  maxPauseS?: number;
};

// quieter than the noise of any microphone: muted or digitally silent
const inaudibleDb = -75;
const shortestSilenceS = 1;
// a cut is looked for in the last part of the window, where the level is lowest over this long
const cutSearchShare = 0.5;
const cutSmoothS = 0.3;
// between two sentences there may be less
const pauseSmoothS = 0.1;

/**
 * Where to cut a recording into windows for a model with a limited view: never with a long pause inside, where a window would get too
 * long at the longest pause of its second half, inside a region at its quietest place. The windows are ascending, do not
 * overlap and cover every region.
 * @param levels dBFS of frames of `levelFrameS`, for the whole recording
 * @param regions speech regions in s, ascending; null where nobody knows them: then everything audible
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

/** A stretch that stays together, and the pause before it, s. */
type Piece = { span: TimeSpan; pauseS: number };

/** How many of the pieces make one window. */
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

/** Everything but stretches of a second and more that no microphone would give. */
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

/** Adds room around regions without making them overlap: neighbours share the pause between them. */
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

/** Cuts a region that is longer than a window at its quietest places. */
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

/** Where to cut a stretch in two: the quietest place of its middle half, s. */
export function middlePause(levels: Float32Array, [start, end]: TimeSpan): number {
  const quarter = (end - start) / 4;
  return roundMs(quietestPlace(levels, start + quarter, end - quarter, pauseSmoothS));
}

// a stretch shorter than this is not cut, nor so near its ends, s
const shortestSentenceS = 0.6;
const shortestPauseS = 0.08;
// the stops of consonants are shorter, the rooms of most recordings are quieter
const pauseDb = 30;

/** The middle of the longest pause in a stretch, s; null where it has none. Tuned on synthetic speech. */
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

// sums of levels that differ by less are equally quiet, dB
const equalDb = 0.01;

/** The middle of the quietest stretch between two times, s; of equals that touch the middle, else the later one. */
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
