/** The functions of this file are set operations on time spans: `[start, end]` in s, ascending, not overlapping. */
import type { TimeSpan } from '#workers/analysis/analysis.contract.ts';

export type Span = TimeSpan;
export type Spans = readonly Readonly<Span>[];

/** Sorts spans, clips them to the recording, and merges those that are at most `gapS` apart, s. */
export function joinSpans(spans: Spans, durationS: number, gapS = 0): Span[] {
  const out: Span[] = [];
  for (const [startS, endS] of spans.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(0, startS);
    const to = Math.min(durationS, endS);
    if (!(to > from)) continue;
    const last = out.at(-1);
    if (last && from - last[1] <= gapS) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

export function invertSpans(spans: Spans, durationS: number): Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const [startS, endS] of spans) {
    if (startS > at) out.push([at, startS]);
    at = Math.max(at, endS);
  }
  if (durationS > at) out.push([at, durationS]);
  return out;
}

export function intersectSpans(a: Spans, b: Spans): Span[] {
  const out: Span[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [startA, endA] = a[i] as Span;
    const [startB, endB] = b[j] as Span;
    const from = Math.max(startA, startB);
    const to = Math.min(endA, endB);
    if (to > from) out.push([from, to]);
    if (endA < endB) i += 1;
    else j += 1;
  }
  return out;
}

export const subtractSpans = (from: Spans, what: Spans, durationS: number): Span[] =>
  intersectSpans(from, invertSpans(what, durationS));

export const lengthOf = (spans: Spans): number =>
  spans.reduce((sum, [startS, endS]) => sum + endS - startS, 0);

export const spanAt = (spans: Spans, timeS: number): Readonly<Span> | null =>
  spans.find(([startS, endS]) => timeS >= startS && timeS <= endS) ?? null;
