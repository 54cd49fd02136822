/** Longer than any real word. */
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

/** Folded words of a text: letters and digits; everything else separates them. */
export const wordsIn = (text: string): string[] => foldLines([text]).split(' ').filter(Boolean);

/** One line per text, with its folded words between single spaces; empty without words. The texts have no line ends. */
export const foldLines = (texts: readonly string[]): string =>
  foldText(texts.join('\n'))
    .replace(/[^\p{L}\p{N}\n]+/gu, ' ')
    .replace(/^ | $/gm, '')
    .replace(tooLong, (word) => word.slice(0, maxWordLength));
