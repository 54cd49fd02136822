import { datesIn, hasFigure, type DateSpan } from './dates.rules.ts';
import type { CuePatterns } from './cue-patterns.rules.ts';
import { has, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import type { Sentence } from './sentences.rules.ts';
import { toWords, type WordSense } from './words.rules.ts';

export type SentenceFeatures = {
  words: string[];
  /** Stems of the content words, in the order of the words. */
  stems: string[];
  isQuestion: boolean;
  isRhetorical: boolean;
  isHousekeeping: boolean;
  isImportant: boolean;
  isPersonal: boolean;
  opensTopic: boolean;
  hasFigure: boolean;
  dates: DateSpan[];
};

export function featuresOf(
  { text: said }: Sentence,
  patterns: CuePatterns,
  sense: WordSense,
): SentenceFeatures {
  const text = plainApostrophes(said);
  const words = toWords(text);
  const isQuestion =
    /\?["'»”’)\]]*$/.test(text) || (words.length >= 4 && !/[.!]$/.test(text) && has(patterns.asking, text));
  return {
    words,
    stems: words.map((word) => sense.stem(word)).filter((stem) => stem !== null),
    isQuestion,
    isRhetorical: isQuestion && (words.length < 3 || has(patterns.rhetorical, text)),
    isHousekeeping: has(patterns.housekeeping, text),
    isImportant: has(patterns.important, text),
    isPersonal: has(patterns.personal, text),
    opensTopic: has(patterns.opens, text),
    hasFigure: hasFigure(text, patterns),
    dates: datesIn(text, patterns),
  };
}
