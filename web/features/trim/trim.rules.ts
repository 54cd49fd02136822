/**
 * The pure rules of trimming: the kept spans of a recording and each operation on them. All times are in s of the
 * original.
 */
import { intersectSpans, invertSpans, joinSpans, lengthOf, subtractSpans } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';

/** Shortest length of a recording after trimming, s. */
const leastKeptS = 1;
/** Shortest cut and shortest kept piece, s. A shorter cut is dropped. A shorter piece between two cuts is cut too. */
export const leastCutS = 0.05;

export type Recording = {
  durationS: number;
  /** Returns the nearest time at which the recording can be cut, s. */
  snap(timeS: number): number;
};

export type HandleSide = 'start' | 'end';

export const keepAll = (durationS: number): Span[] => (durationS > 0 ? [[0, durationS]] : []);

/** Returns a function that rounds a time to whole mp3 frames. Both ends of the recording stay as they are. */
export const snapToFrames =
  (frameS: number, durationS: number) =>
  (timeS: number): number => {
    const snapped = Math.round(timeS / frameS) * frameS;
    if (timeS <= 0 || snapped <= 0) return 0;
    return timeS >= durationS || snapped >= durationS ? durationS : snapped;
  };

/**
 * Normalizes kept spans. Their ends become times at which the recording can be cut. The spans ascend and do not
 * overlap, and no cut and no piece is shorter than `leastCutS`. Returns null if less than `leastKeptS` would remain.
 */
export function tidyKept(spans: Spans, { durationS, snap }: Recording): Span[] | null {
  const snapped = spans.map(([startS, endS]): Span => [snap(startS), snap(endS)]);
  // Short cuts at both ends are dropped too. The tolerance is for rounding errors, because a frame length is no round
  // number.
  const least = leastCutS - 1e-9;
  const pieces = joinSpans(snapped, durationS).filter(([startS, endS]) => endS - startS >= least);
  const cuts = invertSpans(pieces, durationS).filter(([startS, endS]) => endS - startS >= least);
  const kept = invertSpans(cuts, durationS);
  return lengthOf(kept) >= Math.min(leastKeptS, durationS) - 1e-9 ? kept : null;
}

/** Cuts everything before `timeS`, s. If that time is before the first kept span, the part between them is restored. */
export function setStart(kept: Spans, timeS: number, recording: Recording): Span[] | null {
  const { durationS } = recording;
  const [first] = kept;
  const wider: Spans = first && timeS < first[0] ? [[timeS, first[1]], ...kept.slice(1)] : kept;
  return tidyKept(intersectSpans(wider, [[Math.max(0, timeS), durationS]]), recording);
}

/** Cuts everything after `timeS`, s. If that time is after the last kept span, the part between them is restored. */
export function setEnd(kept: Spans, timeS: number, recording: Recording): Span[] | null {
  const last = kept.at(-1);
  const wider: Spans = last && timeS > last[1] ? [...kept.slice(0, -1), [last[0], timeS]] : kept;
  return tidyKept(intersectSpans(wider, [[0, timeS]]), recording);
}

/**
 * Moves one end of a kept span, at most to the neighbouring span. If it gets there, the cut between the two vanishes.
 */
export function moveHandle(
  kept: Spans,
  { index, side }: { index: number; side: HandleSide },
  timeS: number,
  recording: Recording,
): Span[] | null {
  const piece = kept[index];
  if (!piece) return null;
  const minS = side === 'start' ? (kept[index - 1]?.[1] ?? 0) : piece[0];
  const maxS = side === 'start' ? piece[1] : (kept[index + 1]?.[0] ?? recording.durationS);
  const atS = Math.min(maxS, Math.max(minS, timeS));
  const moved: Span = side === 'start' ? [atS, piece[1]] : [piece[0], atS];
  const next = tidyKept(kept.toSpliced(index, 1, moved), recording);
  if (next) return next;
  // At `timeS` too little would remain, so the end stops where `leastKeptS` is left.
  const spareS = Math.max(0, lengthOf(kept) - Math.min(leastKeptS, recording.durationS));
  const stopS = side === 'start' ? piece[0] + spareS : piece[1] - spareS;
  const stopped: Span = side === 'start' ? [stopS, piece[1]] : [piece[0], stopS];
  return tidyKept(kept.toSpliced(index, 1, stopped), recording);
}

export const removeSpans = (kept: Spans, spans: Spans, recording: Recording): Span[] | null =>
  tidyKept(subtractSpans(kept, joinSpans(spans, recording.durationS), recording.durationS), recording);

export const restoreSpan = (kept: Spans, span: Readonly<Span>, recording: Recording): Span[] | null =>
  tidyKept(joinSpans([...kept, span], recording.durationS), recording);

/**
 * Returns the index of the span that the keys `[` and `]` adjust: the one at `timeS`. Between two spans it is the next one for
 * a start and the previous one for an end. Null if there is none.
 */
export function bracketAt(kept: Spans, timeS: number, side: HandleSide): number | null {
  const index =
    side === 'start'
      ? kept.findIndex(([, endS]) => timeS < endS)
      : kept.findLastIndex(([startS]) => timeS > startS);
  return index < 0 ? null : index;
}

export const isSameKept = (a: Spans, b: Spans): boolean =>
  a.length === b.length &&
  a.every(([startS, endS], index) => startS === b[index]?.[0] && endS === b[index]?.[1]);
