import type { Segment } from '#api/contract/transcript.ts';

/** A word with its time, s. `isLast` is true for the last word of its segment. */
export type Token = { text: string; start: number; end: number; isLast: boolean };

const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Returns the words of a segment's text. If they differ from the timed words, the time of the segment is divided among
 * them in proportion to their length.
 */
export function tokensOf({ text, words, start, end }: Segment): Token[] {
  const texts = tidy(text)
    .split(' ')
    .filter((part) => part !== '');
  const timed = words.filter((word) => word.text.trim() !== '');
  const isSame = timed.length === texts.length && timed.every((word, at) => tidy(word.text) === texts[at]);
  const total = texts.reduce((sum, part) => sum + part.length, 0);
  let before = 0;
  return texts.map((part, at) => {
    const from = start + ((end - start) * before) / total;
    before += part.length;
    const to = start + ((end - start) * before) / total;
    const isLast = at === texts.length - 1;
    const word = timed[at];
    return isSame && word
      ? { text: part, start: word.start, end: word.end, isLast }
      : { text: part, start: from, end: to, isLast };
  });
}
