import { sayNumber } from './spoken-numbers.ts';

const thousands = /(?<![\d.,])\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?![\d.,]?\d)/gu;
// Remarks of annotators: `[laughter]`, `(…)`.
const remark = /\[[^\]]*\]|\([^)]*\)/g;

/**
 * Converts a text to words for a comparison. Case, punctuation, hyphens, apostrophes and remarks in brackets are
 * ignored. Whole numbers become words (1100 to 1999 as years in English and German), and each group of digits of "3:2"
 * or "9.5" is read on its own. Spelling variants, abbreviations, symbols ("%") and ordinals in digits still count as
 * differences.
 */
export function wordsOf(text: string, language: string): string[] {
  const said = text
    .normalize('NFC')
    .toLowerCase()
    .replace(remark, ' ')
    .replace(thousands, (number) => number.replace(/\D/g, ''))
    .replace(/\d+/g, (digits) => ` ${sayNumber(digits, language)} `);
  return said.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
