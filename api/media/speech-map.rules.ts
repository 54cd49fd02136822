import { levelFrameS } from '#wasm/transcription/frame-levels.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

const lengthOf = (spans: readonly TimeSpan[]) =>
  spans.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0);

/** Sorts and merges the spans and clips them to the length, which is rounded to ms. */
export function fitToLength(spans: readonly TimeSpan[], durationS: number): TimeSpan[] {
  const fitted: TimeSpan[] = [];
  const sorted = spans.toSorted(([start], [other]) => start - other);
  for (const [from, to] of sorted) {
    const [start, end] = [Math.max(0, from), Math.min(to, toMs(durationS))];
    if (end <= start) continue;
    const last = fitted.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else fitted.push([start, end]);
  }
  return fitted;
}

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * If this share of its speech lies after the end of the audio, the map belongs to another recording or to one that was
 * trimmed since.
 */
const otherShare = 0.1;
/** Tolerated difference of the lengths, because encoder padding changes the length. */
const toleranceS = 1;

/** True if a speech map does not belong to audio of this length. */
export function isOfOtherSound(spans: readonly TimeSpan[], durationS: number): boolean {
  const end = durationS + toleranceS;
  const behind = lengthOf(spans.map(([from, to]): TimeSpan => [Math.max(from, end), to]));
  return behind > 0 && behind >= otherShare * lengthOf(spans);
}

const hardlyShare = 0.01;

export const saysNearlyNothing = (spans: readonly TimeSpan[], durationS: number): boolean =>
  lengthOf(spans) < hardlyShare * durationS;

/** Level of quiet speech into a distant microphone. An empty room is at −55 dBFS and below. */
const audibleDbfs = -45;
const audibleS = 120;

/**
 * True if the level is above −45 dBFS for two minutes, or for half of a shorter recording. `levels` has one level,
 * dBFS, for each `levelFrameS`.
 */
export function soundsInhabited(levels: Float32Array): boolean {
  const needed = Math.min(audibleS / levelFrameS, levels.length / 2);
  let audible = 0;
  for (const level of levels) if (level > audibleDbfs) audible++;
  return audible > 0 && audible >= needed;
}
