import { levelFrameS } from './frame-levels.ts';

/** `[start, end]`, s. */
export type Span = [start: number, end: number];

export type WindowOptions = {
  /** Longest window, s: what the model hears at once. */
  maxS: number;
  /** Sound kept before and behind speech, s. */
  padS?: number;
  /** A pause longer than this ends a window, s: long silence makes models invent words. */
  maxPauseS?: number;
};

// quieter than the noise of any microphone: muted or digitally silent
const inaudibleDb = -75;
const shortestSilenceS = 1;
// a cut is looked for in the last part of the window, where the level is lowest over this long
const cutSearchShare = 0.5;
const cutSmoothS = 0.3;

/**
 * Where to cut a recording into windows for a model with a limited view: at pauses between speech regions where a window
 * would get too long, inside a region at its quietest place, and never with a long pause inside. The windows are ascending,
 * do not overlap and cover every region.
 * @param levels dBFS of frames of `levelFrameS`, for the whole recording
 * @param regions speech regions in s, ascending; null where nobody knows them: then everything audible
 */
export function planWindows(
  levels: Float32Array,
  regions: readonly Span[] | null,
  options: WindowOptions,
): Span[] {
  const { maxS, padS = 0.3, maxPauseS = 2 } = options;
  const durationS = levels.length * levelFrameS;
  const padded = padRegions(regions ?? audibleRegions(levels), padS, durationS);
  const pieces = padded.flatMap((region) => splitRegion(levels, region, maxS));
  const windows: Span[] = [];
  for (const [start, end] of pieces) {
    const last = windows.at(-1);
    const fits = last && end - last[0] <= maxS && start - last[1] <= maxPauseS;
    if (fits) last[1] = end;
    else windows.push([start, end]);
  }
  return windows.map(([start, end]) => [roundMs(start), roundMs(end)]);
}

/** Everything but stretches of a second and more that no microphone would give. */
export function audibleRegions(levels: Float32Array): Span[] {
  const regions: Span[] = [];
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
function padRegions(regions: readonly Span[], padS: number, durationS: number): Span[] {
  const inside = regions
    .map(([start, end]): Span => [Math.max(0, start), Math.min(end, durationS)])
    .filter(([start, end]) => end > start);
  return inside.map(([start, end], index) => {
    const before = inside[index - 1]?.[1] ?? -Infinity;
    const after = inside[index + 1]?.[0] ?? Infinity;
    return [
      Math.max(0, start - padS, (before + start) / 2),
      Math.min(durationS, end + padS, (end + after) / 2),
    ];
  });
}

/** Cuts a region that is longer than a window at its quietest places. */
function splitRegion(levels: Float32Array, [start, end]: Span, maxS: number): Span[] {
  const pieces: Span[] = [];
  let from = start;
  while (end - from > maxS) {
    const at = quietestPlace(levels, from + maxS * cutSearchShare, from + maxS);
    pieces.push([from, at]);
    from = at;
  }
  return [...pieces, [from, end]];
}

/** The middle of the quietest stretch between two times, s; the later one of equals. */
function quietestPlace(levels: Float32Array, fromS: number, toS: number): number {
  const width = Math.round(cutSmoothS / levelFrameS);
  const first = Math.ceil(fromS / levelFrameS);
  const last = Math.min(levels.length, Math.floor(toS / levelFrameS)) - width;
  let best = last;
  let bestSum = Infinity;
  let sum = 0;
  for (let frame = first; frame < last + width; frame++) {
    sum += levels[frame] as number;
    const start = frame - width + 1;
    if (start < first) continue;
    if (sum <= bestSum) {
      bestSum = sum;
      best = start;
    }
    sum -= levels[start] as number;
  }
  return (best + width / 2) * levelFrameS;
}

const roundMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
