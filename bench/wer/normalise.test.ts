import { expect, it } from 'vitest';
import { wordsOf } from './normalise.ts';
import { sayNumber } from './spoken-numbers.ts';

it.each([
  ['en', 'The MEETING starts at 9:30, Anna!', 'the meeting starts at nine thirty anna'],
  ['en', 'twenty-five to 30 [laughter] (each word apart)', 'twenty five to thirty'],
  ['de', 'Das kostet 2.500 Euro – wirklich?', 'das kostet zweitausendfünfhundert euro wirklich'],
  ['fr', "l'accident, dix-sept personnes, 6-6", 'l accident dix sept personnes six six'],
  ['it', "D'accordo: è così.", 'd accordo è così'],
])('compares %s words without case, signs and remarks, numbers as they are said', (language, text, words) => {
  expect(wordsOf(text, language).join(' ')).toBe(words);
});

it.each([
  ['de', '1', 'eins'],
  ['de', '101', 'einhunderteins'],
  ['de', '21', 'einundzwanzig'],
  ['de', '1848', 'achtzehnhundertachtundvierzig'],
  ['de', '2026', 'zweitausendsechsundzwanzig'],
  ['en', '342', 'three hundred forty two'],
  ['en', '1813', 'eighteen thirteen'],
  ['en', '1905', 'nineteen oh five'],
  ['en', '12000', 'twelve thousand'],
  ['fr', '71', 'soixante et onze'],
  ['fr', '80', 'quatre-vingts'],
  ['fr', '95', 'quatre-vingt quinze'],
  ['fr', '1200', 'mille deux cents'],
  ['it', '28', 'ventotto'],
  ['it', '33', 'trentatré'],
  ['it', '2100', 'duemilacento'],
  ['it', '1000000', '1000000'],
  ['rm', '7', '7'],
])('says in %s %s as "%s"', (language, digits, words) => {
  expect(sayNumber(digits, language)).toBe(words);
});
