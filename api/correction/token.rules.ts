import type { Turn } from './draft.ts';

/** A word in the text of a turn, `[start, end)` in UTF-16 units. */
export type Token = {
  text: string;
  start: number;
  end: number;
  /** True for the first word of a turn or sentence, where a capital has no meaning. */
  isFirst: boolean;
  /** True if a full stop follows, so that the word may be an abbreviation. */
  hasPoint: boolean;
  /** Confidence of the recogniser, 0 to 1; 1 if a person wrote the word. */
  confidence: number;
};

const piece = /\S+/gu;
const word = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;
/** Matches numbers, addresses, paths, file names and dotted abbreviations. */
const noWord = /[\p{N}@/\\_&#*+=<>]|\p{L}\.\p{L}/u;
const sentenceEnd = /[.!?…]["»”“)\]]*$/u;

/** Returns the words of a turn that a dictionary may know, without numbers, addresses and the like. */
export function tokensOf({ text, words }: Pick<Turn, 'text' | 'words'>): Token[] {
  const confidenceAt = confidences(text, words);
  const tokens: Token[] = [];
  let isFirst = true;
  for (const { 0: chunk, index } of text.matchAll(piece)) {
    if (!noWord.test(chunk)) {
      for (const { 0: found, index: at } of chunk.matchAll(word)) {
        const [start, end] = [index + at, index + at + found.length];
        const hasPoint = text[end] === '.';
        tokens.push({ text: found, start, end, isFirst, hasPoint, confidence: confidenceAt(start) });
        isFirst = false;
      }
    }
    isFirst = sentenceEnd.test(chunk);
  }
  return tokens;
}

/** Returns a function that gives the confidence of the word at an offset; 0.5 if the timed words do not match the text. */
function confidences(text: string, words: Turn['words']): (at: number) => number {
  const ends: number[] = [];
  let at = 0;
  for (const { text: spelled } of words) {
    const begin = text.indexOf(spelled, at);
    if (begin === -1) break;
    at = begin + spelled.length;
    ends.push(at);
  }
  let next = 0;
  return (start) => {
    while (next < ends.length && ends[next]! <= start) next++;
    return next < ends.length ? (words[next]?.confidence ?? 0.5) : 0.5;
  };
}

export const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);
export const capital = (text: string): string => text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
/** True if a capital is inside the word: EKG, GmbH, iPhone. */
export const isAcronym = (text: string): boolean => /.\p{Lu}/u.test(text.replaceAll(/['’-]\p{Lu}/gu, ''));
