/** Longest word that is indexed, in characters. It is longer than any real word. */
const maxWordLength = 200;
const tooLong = /[^ \n]{201,}/g;

/** Folds a text for the search: ignores case and diacritics in any script (ä as a, ß as ss, œ as oe, ﬁ as fi). */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');

/** Returns the folded words of a text. A word has letters and digits; everything else separates words. */
export const wordsIn = (text: string): string[] => foldLines([text]).split(' ').filter(Boolean);

/** Returns a line for each text, with its folded words between single spaces. The texts must have no line ends. */
export const foldLines = (texts: readonly string[]): string =>
  foldText(texts.join('\n'))
    .replace(/[^\p{L}\p{N}\n]+/gu, ' ')
    .replace(/^ | $/gm, '')
    .replace(tooLong, (word) => word.slice(0, maxWordLength));
