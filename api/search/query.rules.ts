import { wordsIn } from './word.rules.ts';

/** Words that follow each other; the last one may be the beginning of a word. */
export type Phrase = { words: string[]; isPrefix: boolean };

/**
 * Between the end of one and the beginning of the last of the words that were asked for: about fifteen seconds of speech. Less
 * misses what people remember as one sentence; the whole session would find every long one.
 */
export const nearWords = 40;

const quotes = /["“”„«»]/;

/**
 * What a person typed: each word for itself, "in quotes" (of any language) as it stands, and what is written together of
 * several words (E-Mail) as well. The last word is the beginning of one, unless its quotes are closed. Anything can be typed;
 * what has no letter and no digit asks for nothing.
 */
export function parseQuery(text: string): Phrase[] {
  const pieces = text.split(quotes);
  const phrases = pieces.flatMap((piece, index): Phrase[] => {
    // pieces are outside and inside quotes in turns; the last one is still being typed
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

/** Marks the words of a shelf: they meet those of no other. */
export const shelfMark = (shelf: number): string => `${shelf}x`;

/** The phrases near each other, on one of these shelves, as FTS5 asks for it. No sign that a person typed is in it. */
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
