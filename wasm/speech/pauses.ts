import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** Returns the pauses of at least `minS` seconds, including those at the beginning and the end. */
export function pausesBetween(speech: readonly TimeSpan[], durationS: number, minS: number): TimeSpan[] {
  const starts = [0, ...speech.map(([, end]) => end)];
  const ends = [...speech.map(([start]) => start), durationS];
  return starts
    .map((start, index): TimeSpan => [start, ends[index]!])
    .filter(([start, end]) => end - start >= minS);
}

export const lengthOf = (spans: readonly TimeSpan[]): number =>
  spans.reduce((sum, [start, end]) => sum + end - start, 0);
