import type { Verdict } from '#api/contract/recording.ts';
import type { DoubtCode, Segment, Word } from '#api/contract/transcript.ts';
import { spotsOf } from '#web/parts/quality/quality.rules.ts';
import type { QualityName, QualitySpot } from '#web/parts/quality/quality.rules.ts';

/**
 * A word with a lower confidence is underlined. Below 0.5 the engine found the alternatives together more likely than
 * the word. A word that a person has written has the confidence 1.
 */
const unsureBelow = 0.5;

export const isUnsure = (word: Pick<Word, 'confidence'>): boolean => word.confidence < unsureBelow;

/** Returns the spots of poor audio quality, ascending by start. */
export const poorSpots = (verdict: Verdict | null, durationS: number): QualitySpot[] =>
  verdict ? spotsOf(verdict, durationS) : [];

function spotsIn(spots: readonly QualitySpot[], { start, end }: { start: number; end: number }) {
  return spots.filter(({ startS, endS }) => startS < end && endS > start);
}

/** Why a word is marked. `unsure`: the engine had a low confidence. `poor`: the audio at the word is poor. */
export type WordMark = 'unsure' | 'poor';

export const markOfWord =
  (spots: readonly QualitySpot[]) =>
  (word: Word): WordMark | null => {
    if (isUnsure(word)) return 'unsure';
    // A word with the confidence 1 was written by a person, who has checked it by ear.
    return word.confidence < 1 && spotsIn(spots, word).length > 0 ? 'poor' : null;
  };

export type Doubt = {
  index: number;
  /** Doubt about the segment as a whole. */
  code: DoubtCode | null;
  unsure: readonly string[];
  /** Audio problems at words that nobody has corrected. */
  poor: readonly QualityName[];
};

/** Returns the segments that should be checked by ear, ascending, each with all reasons. */
export function doubtsOf(segments: readonly Segment[], spots: readonly QualitySpot[]): Doubt[] {
  return segments.flatMap((segment, index): Doubt[] => {
    const { doubt: code, words } = segment;
    const unsure = words.filter(isUnsure).map(({ text }) => text.trim().replace(/\p{P}+$/u, ''));
    const nearby = spots.length > 0 ? spotsIn(spots, segment) : spots;
    const isPoor = ({ startS, endS }: QualitySpot) =>
      words.some(({ start, end, confidence }) => confidence < 1 && startS < end && endS > start);
    const poor = [...new Set(nearby.filter(isPoor).map(({ name }) => name))];
    return code === null && unsure.length === 0 && poor.length === 0 ? [] : [{ index, code, unsure, poor }];
  });
}

/**
 * Returns the next doubt after a segment, or the previous one before it. After the last doubt comes the first. Null if
 * there are no doubts.
 */
export function stepDoubt<D extends Pick<Doubt, 'index'>>(
  doubts: readonly D[],
  from: number,
  step: 1 | -1,
): D | null {
  if (step === 1) return doubts.find(({ index }) => index > from) ?? doubts[0] ?? null;
  return doubts.findLast(({ index }) => index < from) ?? doubts.at(-1) ?? null;
}
