import type { Verdict } from '#api/contract/recording.ts';
import type { DoubtCode, Segment, Word } from '#api/contract/transcript.ts';
import { spotsOf } from '#web/parts/quality/quality.rules.ts';
import type { QualityName, QualitySpot } from '#web/parts/quality/quality.rules.ts';

/**
 * Below this confidence a word is underlined. One half: the engine itself held all other readings together for likelier.
 * What a person wrote has confidence 1.
 */
const unsureBelow = 0.5;

export const isUnsure = (word: Pick<Word, 'confidence'>): boolean => word.confidence < unsureBelow;

/** Where the device heard poor sound, ascending by start. */
export const poorSpots = (verdict: Verdict | null, durationS: number): QualitySpot[] =>
  verdict ? spotsOf(verdict, durationS) : [];

/** The spots that a stretch of the recording touches. */
function spotsIn(spots: readonly QualitySpot[], { start, end }: { start: number; end: number }) {
  return spots.filter(({ startS, endS }) => startS < end && endS > start);
}

/** Why a word is marked: the engine was unsure of it, or the sound is poor where it was said. */
export type WordMark = 'unsure' | 'poor';

export const markOfWord =
  (spots: readonly QualitySpot[]) =>
  (word: Word): WordMark | null => {
    if (isUnsure(word)) return 'unsure';
    // what a person wrote there has been listened to
    return word.confidence < 1 && spotsIn(spots, word).length > 0 ? 'poor' : null;
  };

export type Doubt = {
  /** Index of the segment. */
  index: number;
  /** The text as a whole. */
  code: DoubtCode | null;
  /** Words that the engine was unsure of. */
  unsure: readonly string[];
  /** What was wrong with the sound, where words were said that nobody has corrected. */
  poor: readonly QualityName[];
};

/** Segments that somebody should listen to, ascending, each with all reasons. */
export function doubtsOf(segments: readonly Segment[], spots: readonly QualitySpot[]): Doubt[] {
  return segments.flatMap((segment, index): Doubt[] => {
    const { doubt: code, words } = segment;
    const unsure = words.filter(isUnsure).map(({ text }) => text.trim().replace(/\p{P}+$/u, ''));
    const heard = spots.length > 0 ? spotsIn(spots, segment) : spots;
    const isPoor = ({ startS, endS }: QualitySpot) =>
      words.some(({ start, end, confidence }) => confidence < 1 && startS < end && endS > start);
    const poor = [...new Set(heard.filter(isPoor).map(({ name }) => name))];
    return code === null && unsure.length === 0 && poor.length === 0 ? [] : [{ index, code, unsure, poor }];
  });
}

/** The next one after a segment (before it, going back), around the end; null where there are none. */
export function stepDoubt<D extends Pick<Doubt, 'index'>>(
  doubts: readonly D[],
  from: number,
  step: 1 | -1,
): D | null {
  if (step === 1) return doubts.find(({ index }) => index > from) ?? doubts[0] ?? null;
  return doubts.findLast(({ index }) => index < from) ?? doubts.at(-1) ?? null;
}
