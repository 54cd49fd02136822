import { wordsIn } from './word.rules.ts';

/** Consecutive words. If `isPrefix` is true, the last one may be the beginning of a longer word. */
export type Phrase = { words: string[]; isPrefix: boolean };

/**
 * Largest number of words between the end of one phrase and the beginning of the last, about 15 s of speech. With fewer words,
 * searches miss what people remember as one sentence; without a limit, every long session would match.
 */
export const nearWords = 40;

const quotes = /["“”„«»]/;

/**
 * Parses what a person typed: single words, phrases in quotes (of any language), and compounds such as E-Mail as phrases. The
 * last word is a prefix unless its quotes are closed. Text without a letter or digit gives no phrase.
 */
export function parseQuery(text: string): Phrase[] {
  const pieces = text.split(quotes);
  const phrases = pieces.flatMap((piece, index): Phrase[] => {
    // Pieces alternate between outside and inside quotes; the last one is still being typed.
    const isInside = index % 2 === 1;
    const isLast = index === pieces.length - 1;
    const parts = isInside ? [piece] : piece.split(/\s+/u);
    return parts
      .map((part) => wordsIn(part))
      .filter((words) => words.length > 0)
      .map((words, at, all) => ({ words, isPrefix: isLast && at === all.length - 1 }));
  });
  const seen = new Set<string>();
  return phrases.filter((phrase) => {
    const key = JSON.stringify(phrase);
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns the prefix of the words of a shelf, which lets a query match that shelf only. */
export const shelfMark = (shelf: number): string => `${shelf}x`;

/**
 * Returns the FTS5 query for the phrases near each other, on one of these shelves. Of what a person typed, it contains
 * only letters and digits.
 */
export function toMatch(phrases: readonly Phrase[], shelves: readonly number[]): string {
  return shelves
    .map((shelf) => {
      const mark = shelfMark(shelf);
      const strings = phrases.map(
        ({ words, isPrefix }) => `"${words.map((word) => mark + word).join(' ')}"${isPrefix ? ' *' : ''}`,
      );
      return strings.length === 1 ? strings[0]! : `NEAR(${strings.join(' ')}, ${nearWords})`;
    })
    .join(' OR ');
}
