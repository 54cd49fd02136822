import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { planWindows } from '#wasm/transcription/plan-windows.ts';

/**
 * Audio of one request: stretches of the recording (s, ascending), joined without the silence between them. Silence
 * makes models hallucinate and costs money. Pauses of up to 2 s are kept.
 */
export type Part = readonly TimeSpan[];

const longestPauseS = 2;

/**
 * Returns the next part, which begins at `fromS` or later and is at most `maxS` long. It is empty if no speech is left.
 */
export function planPart(
  levels: Float32Array,
  speech: readonly TimeSpan[],
  fromS: number,
  maxS: number,
): Part {
  const left = speech
    .filter(([, end]) => end > fromS)
    .map(([start, end]): TimeSpan => [Math.max(start, fromS), end]);
  const windows = planWindows(levels, left, { maxS, maxPauseS: longestPauseS })
    .map(([start, end]): TimeSpan => [Math.max(start, fromS), end])
    .filter(([start, end]) => end > start);
  const part: TimeSpan[] = [];
  let lengthS = 0;
  for (const [start, end] of windows) {
    lengthS += end - start;
    if (part.length > 0 && lengthS > maxS) break;
    part.push([start, end]);
  }
  return part;
}

export const lengthOf = (part: Part): number => part.reduce((sum, [start, end]) => sum + end - start, 0);

/**
 * Maps a span of the sent audio to stretches of the recording, s. Times beyond the end of the audio, which models
 * produce, are moved to the end. The result is empty only if the part is empty.
 */
export function toRecording(part: Part, [sentStartS, sentEndS]: TimeSpan): TimeSpan[] {
  const spans: TimeSpan[] = [];
  const totalS = lengthOf(part);
  const from = Math.min(Math.max(0, sentStartS), totalS);
  const to = Math.min(Math.max(from, sentEndS), totalS);
  let passedS = 0;
  let nearest: TimeSpan | undefined;
  for (const [start, end] of part) {
    const low = Math.max(from, passedS);
    const high = Math.min(to, passedS + end - start);
    const place: TimeSpan = [roundMs(start + low - passedS), roundMs(start + high - passedS)];
    if (high > low) spans.push(place);
    if (low <= high) nearest ??= place;
    passedS += end - start;
  }
  if (spans.length > 0) return spans;
  const [, endS] = part.at(-1) ?? [0, 0];
  return [nearest ?? [endS, endS]];
}

const roundMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
