/**
 * The functions of this file convert times of the original recording into times of the trimmed recording and back, s.
 */
import type { Verdict } from '#api/contract/recording.ts';
import { intersectSpans, lengthOf } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';

/** Converts a time of the original into a trimmed time, s. Returns null if that moment was cut out. */
export function originalToNew(kept: Spans, timeS: number): number | null {
  let newS = 0;
  for (const [startS, endS] of kept) {
    if (timeS < startS) return null;
    if (timeS <= endS) return newS + timeS - startS;
    newS += endS - startS;
  }
  return null;
}

/**
 * Converts a trimmed time into a time of the original, s. `timemap` has a pair `[trimmed time, original time]`, s, for
 * each kept span (§10.9).
 */
export function newToOriginal(timemap: Spans, timeS: number): number {
  const pair = timemap.findLast(([newS]) => newS <= timeS) ?? timemap[0];
  return pair ? pair[1] + timeS - pair[0] : timeS;
}

/** Returns what the cuts leave of each span, in trimmed time. Pieces that touch at a cut are merged. */
export function spansToNew(spans: Spans, kept: Spans): Span[] {
  const out: Span[] = [];
  let newS = 0;
  for (const piece of kept) {
    for (const [startS, endS] of intersectSpans(spans, [piece])) {
      const mapped: Span = [newS + startS - piece[0], newS + endS - piece[0]];
      const last = out.at(-1);
      if (last && mapped[0] - last[1] < 1e-6) last[1] = mapped[1];
      else out.push(mapped);
    }
    newS += piece[1] - piece[0];
  }
  return out;
}

/**
 * Returns the verdict after trimming. A reason whose places were all cut out is dropped, and the shares are computed again.
 * Levels were measured on the whole recording, so they stay.
 */
export function verdictToNew(verdict: Verdict, speech: Spans, durationS: number, kept: Spans): Verdict {
  const newDurationS = lengthOf(kept);
  if (newDurationS <= 0) return verdict;
  const reasons = verdict.reasons.flatMap((reason) => {
    if (reason.at.length === 0) return [reason];
    const at = spansToNew(reason.at, kept);
    if (at.length === 0) return [];
    const leftShare = lengthOf(at) / Math.max(lengthOf(reason.at), 1e-9);
    return [{ ...reason, at, share: Math.min(1, (reason.share * leftShare * durationS) / newDurationS) }];
  });
  return {
    ...verdict,
    grade: reasons.length === 0 && verdict.reasons.length > 0 ? 'good' : verdict.grade,
    reasons,
    speech_share: Math.min(1, lengthOf(intersectSpans(speech, kept)) / newDurationS),
  };
}

/**
 * Returns the peaks after trimming, as pairs of signed 8-bit numbers (min, max), `newRate` pairs per second. A new pair
 * has the extremes of all stored pairs that belong to it.
 */
export function peaksToNew(
  peaks: { pairs: Int8Array; rate: number },
  kept: Spans,
  newRate: number,
): Int8Array<ArrayBuffer> {
  const count = Math.ceil(lengthOf(kept) * newRate - 1e-6);
  const out = new Int8Array(count * 2);
  const isFilled = new Uint8Array(count);
  const stored = peaks.pairs.length >> 1;
  let newS = 0;
  for (const [startS, endS] of kept) {
    const last = Math.min(stored, Math.ceil(endS * peaks.rate - 1e-6));
    for (let pair = Math.floor(startS * peaks.rate + 1e-6); pair < last; pair += 1) {
      // A stored pair belongs to the new pair that contains the middle of its kept part.
      const from = Math.max(startS, pair / peaks.rate);
      const to = Math.min(endS, (pair + 1) / peaks.rate);
      const target = Math.min(count - 1, Math.floor((newS + (from + to) / 2 - startS) * newRate));
      const low = peaks.pairs[pair * 2] as number;
      const high = peaks.pairs[pair * 2 + 1] as number;
      out[target * 2] = isFilled[target] ? Math.min(out[target * 2] as number, low) : low;
      out[target * 2 + 1] = isFilled[target] ? Math.max(out[target * 2 + 1] as number, high) : high;
      isFilled[target] = 1;
    }
    newS += endS - startS;
  }
  return out;
}
