/** No word of a language is longer; what a person types is shorter anyway (`listQuerySchema`). */
const maxWordLength = 200;
const tooLong = /[^ \n]{201,}/g;

/**
 * A text as it is searched: without difference of case and diacritics in any script (ä as a, ß as ss, œ as oe, ﬁ as fi).
 */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');

/** The words of a text, folded: letters and digits, all else parts them. */
export const wordsIn = (text: string): string[] => foldLines([text]).split(' ').filter(Boolean);

/** A line for each text, its folded words between single spaces; an empty one for what has no word. No text has a line end. */
export const foldLines = (texts: readonly string[]): string =>
  foldText(texts.join('\n'))
    .replace(/[^\p{L}\p{N}\n]+/gu, ' ')
    .replace(/^ | $/gm, '')
    .replace(tooLong, (word) => word.slice(0, maxWordLength));
