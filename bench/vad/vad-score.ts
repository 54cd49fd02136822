import type { TimeSpan } from '#wasm/dsp/time-span.ts';

const framesPerS = 100;

/** Numbers of 10-ms frames: with speech, missed of them, without speech, false alarms of these. */
export type Counts = { speech: number; missed: number; other: number; false: number };

/** Marks the 10-ms frames whose middle lies within a span. */
export function toFrames(spans: readonly TimeSpan[], durationS: number): Uint8Array {
  const frames = new Uint8Array(Math.floor(durationS * framesPerS));
  for (const [start, end] of spans)
    frames.fill(1, Math.ceil(start * framesPerS - 0.5), Math.max(0, Math.ceil(end * framesPerS - 0.5)));
  return frames;
}

/** Compares frame by frame. Frames within `collarS` of a boundary of the reference are excluded. */
export function countFrames(
  reference: readonly TimeSpan[],
  found: readonly TimeSpan[],
  durationS: number,
  collarS = 0,
): Counts {
  const truth = toFrames(reference, durationS);
  const claim = toFrames(found, durationS);
  const boundaries = reference.flat().filter((at) => at > 0 && at < durationS);
  const near = toFrames(
    collarS > 0 ? boundaries.map((at) => [Math.max(0, at - collarS), at + collarS]) : [],
    durationS,
  );
  const counts: Counts = { speech: 0, missed: 0, other: 0, false: 0 };
  for (let frame = 0; frame < truth.length; frame++) {
    if (near[frame]) continue;
    if (truth[frame]) {
      counts.speech++;
      if (!claim[frame]) counts.missed++;
    } else {
      counts.other++;
      if (claim[frame]) counts.false++;
    }
  }
  return counts;
}

export const sumCounts = (all: readonly Counts[]): Counts => ({
  speech: all.reduce((sum, { speech }) => sum + speech, 0),
  missed: all.reduce((sum, { missed }) => sum + missed, 0),
  other: all.reduce((sum, { other }) => sum + other, 0),
  false: all.reduce((sum, counts) => sum + counts.false, 0),
});

/** Percentages: missed frames of speech, false alarms among the other frames, and the mean of both. */
export type Rates = { miss: number; falseAlarm: number; balanced: number };

/** Converts counts to percentages. A rate over no frames is 0. */
export function ratesOf(counts: Counts): Rates {
  const miss = counts.speech === 0 ? 0 : (100 * counts.missed) / counts.speech;
  const falseAlarm = counts.other === 0 ? 0 : (100 * counts.false) / counts.other;
  return { miss, falseAlarm, balanced: (miss + falseAlarm) / 2 };
}

/** Up to this length, s, a cut at the start or end of speech loses no consonant. */
const hearableS = 0.03;

/**
 * Returns the percentage of speech starts and ends that are cut off by more than 30 ms. If a stretch was not found,
 * both count.
 */
export function cutEdges(speech: readonly TimeSpan[], found: readonly TimeSpan[]): number {
  let cut = 0;
  for (const [start, end] of speech) {
    const parts = found.filter(([from, to]) => from < end && to > start);
    if (!(parts.length > 0 && parts[0]![0] <= start + hearableS)) cut++;
    if (!(parts.length > 0 && parts.at(-1)![1] >= end - hearableS)) cut++;
  }
  return speech.length === 0 ? 0 : (100 * cut) / (2 * speech.length);
}
