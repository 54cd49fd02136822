import { expect, it } from 'vitest';
import { nearWords, parseQuery, toMatch } from './query.rules.ts';

const read = (text: string) =>
  parseQuery(text).map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : ''));

it.each([
  ['Budget', ['budget*']],
  ['Budget 2027', ['budget', '2027*']],
  ['"der neue Weg" Zürich', ['der neue weg', 'zurich*']],
  ['Zürich "der neue Weg"', ['zurich', 'der neue weg']],
  ['„Grüezi mitenand“ STRASSE', ['gruezi mitenand', 'strasse*']],
  ['«Œuvre d’art»', ['oeuvre d art']],
  // Unclosed quotes: the phrase is still being typed.
  ['"der neue W', ['der neue w*']],
  ['E-Mail', ['e mail*']],
  ['ja ja ja', ['ja', 'ja*']],
  ['NEAR(a b) OR c* AND -d', ['near a', 'b', 'or', 'c', 'and', 'd*']],
  ['% * - ( ) : ^ \' "" {', []],
  ['', []],
])('%s is read as %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it('asks FTS5 for words of a shelf alone, near each other', () => {
  const phrases = parseQuery('"der Weg" zu');
  expect(toMatch(phrases, [7])).toBe(`NEAR("7xder 7xweg" "7xzu" *, ${nearWords})`);
  expect(toMatch(parseQuery('zu'), [7, 3])).toBe('"7xzu" * OR "3xzu" *');
});
