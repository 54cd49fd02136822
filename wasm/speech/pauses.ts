import type { Span } from '#wasm/dsp/time-span.ts';

/** The stretches of at least `minS` seconds without speech, beginning and end included. */
export function pausesBetween(speech: readonly Span[], durationS: number, minS: number): Span[] {
  const starts = [0, ...speech.map(([, end]) => end)];
  const ends = [...speech.map(([start]) => start), durationS];
  return starts
    .map((start, index): Span => [start, ends[index]!])
    .filter(([start, end]) => end - start >= minS);
}

/** Seconds that the spans cover. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, [start, end]) => sum + end - start, 0);
