import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allWords } from '#web/testing/words.ts';
import { type Language, languages } from './languages.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');

/** Returns the rows of the table under a heading, without its head. */
const tableOf = (heading: string): string[][] =>
  (page.split(`## ${heading}`)[1] ?? '')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const terms = tableOf('Terms');
const refused = tableOf('Words that are not used');

describe.each(languages)('The glossary in %s', (language) => {
  const column = languages.indexOf(language) + 1;
  const said = allWords(language);

  it('names words that the page uses', () => {
    expect(terms.length).toBeGreaterThan(20);
    const text = said.map(([, sentence]) => sentence.toLowerCase()).join('\n');
    const unused = terms.map((row) => row[column] ?? '').filter((word) => !text.includes(word.toLowerCase()));
    expect(unused).toEqual([]);
  });

  it('names words that the page never uses', () => {
    const words = refused.filter(([of]) => of === language).map(([, word = '']) => word);
    expect(words.length).toBeGreaterThan(1);
    const used = words.flatMap((word) => {
      const whole = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'iu');
      return said.filter(([, sentence]) => whole.test(sentence)).map(([key]) => [word, key]);
    });
    expect(used).toEqual([]);
  });
});

it('Each refused word belongs to a language of the page', () => {
  const unknown = refused.filter(([of]) => !languages.includes(of as Language));
  expect(unknown).toEqual([]);
});
