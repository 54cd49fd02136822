import { sayNumber } from './spoken-numbers.ts';

const thousands = /(?<![\d.,])\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?![\d.,]?\d)/gu;
// Annotators' remarks: `[laughter]`, `(…)`.
const remark = /\[[^\]]*\]|\([^)]*\)/g;

/**
 * Normalises a text to words for comparison. Case, punctuation, hyphens, apostrophes and remarks in brackets are ignored;
 * whole numbers become words (1100 to 1999 as years in English and German), each group of digits of "3:2" or "9.5"
 * separately. Differences that remain: spelling variants, abbreviations, symbols ("%"), ordinals in digits.
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
