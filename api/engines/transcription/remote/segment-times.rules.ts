import type { ReportedSegment } from './answer.rules.ts';

/** A segment with start and end, s from the start of the audio that was sent. */
export type TimedSegment = ReportedSegment & { start: number; end: number };

/**
 * Sorts segments by start. A segment without a start stays after the one before it. Times are limited to the audio.
 * Missing times are taken from the segment's words.
 */
export function inOrderOfTime(reported: readonly ReportedSegment[], lengthS: number): ReportedSegment[] {
  let latest = -Infinity;
  const keyed = reported.map((segment) => {
    const { words } = segment;
    const first = words.find(({ start }) => start !== null)?.start ?? null;
    const last = words.findLast(({ end }) => end !== null)?.end ?? null;
    const start = segment.start ?? first;
    latest = start ?? latest;
    const settled = { ...segment, start: within(start, lengthS), end: within(segment.end ?? last, lengthS) };
    return { key: latest, settled };
  });
  return keyed.toSorted((a, b) => compare(a.key, b.key)).map(({ settled }) => settled);
}

const within = (timeS: number | null, lengthS: number): number | null =>
  timeS === null ? null : Math.min(Math.max(0, timeS), lengthS);

// Subtracting two infinities would give NaN.
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

type Edge = { timeS: number; letters: number };

/** Fills in missing times of sorted segments, in proportion to the letters between the known times. */
export function fillTimes(reported: readonly ReportedSegment[], lengthS: number): TimedSegment[] {
  const edges: { timeS: number | null; letters: number }[] = [];
  let letters = 0;
  for (const { start, end, text } of reported) {
    edges.push({ timeS: start, letters });
    letters += text.length;
    edges.push({ timeS: end, letters });
  }
  let before: Edge = { timeS: 0, letters: 0 };
  const times = edges.map(({ timeS, letters: at }, index) => {
    let filled = timeS;
    if (filled === null) {
      const next = edges.slice(index).find((edge): edge is Edge => edge.timeS !== null);
      const behind = next ?? { timeS: lengthS, letters };
      const share =
        behind.letters > before.letters ? (at - before.letters) / (behind.letters - before.letters) : 0;
      filled = before.timeS + Math.max(0, behind.timeS - before.timeS) * share;
    }
    before = { timeS: filled, letters: at };
    return filled;
  });
  return reported.map((segment, index) => {
    const start = times[2 * index] as number;
    return { ...segment, start, end: Math.max(start, times[2 * index + 1] as number) };
  });
}
