import { datesIn, hasFigure, type DateSpan } from './dates.rules.ts';
import type { Ear } from './cue-patterns.rules.ts';
import { has, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';
import type { Sentence } from './sentences.rules.ts';
import { toWords, type WordSense } from './words.rules.ts';

/** What a sentence does, as far as its own words tell. */
export type Act = {
  words: string[];
  /** Stems of what says something, in their order. */
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

export function actOf({ text: said }: Sentence, ear: Ear, sense: WordSense): Act {
  const text = plainApostrophes(said);
  const words = toWords(text);
  const isQuestion =
    /\?["'»”’)\]]*$/.test(text) || (words.length >= 4 && !/[.!]$/.test(text) && has(ear.asking, text));
  return {
    words,
    stems: words.map((word) => sense.stem(word)).filter((stem) => stem !== null),
    isQuestion,
    isRhetorical: isQuestion && (words.length < 3 || has(ear.rhetorical, text)),
    isHousekeeping: has(ear.housekeeping, text),
    isImportant: has(ear.important, text),
    isPersonal: has(ear.personal, text),
    opensTopic: has(ear.opens, text),
    hasFigure: hasFigure(text, ear),
    dates: datesIn(text, ear),
  };
}
