import { sayNumber } from './spoken-numbers.ts';

const thousands = /(?<![\d.,])\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?![\d.,]?\d)/gu;
// [laughter], (each word broken by a pause): remarks of those who wrote the reference down
const remark = /\[[^\]]*\]|\([^)]*\)/g;

/**
 * The words of a text as they are compared. Case, punctuation, hyphens, apostrophes and remarks in brackets do not count; whole numbers are
 * compared as they are said (1100 to 1999 as years in English and German), each group of digits of "3:2" or "9.5" for itself.
 * What stays a difference: spelling variants, abbreviations, symbols ("%"), ordinals in digits.
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
