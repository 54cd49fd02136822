import { expect, test } from 'vitest';
import { wordErrors } from './transcript.ts';

test.each([
  ['the same words', 'a b c', 'a b c', 0],
  ['one word replaced', 'a b c', 'a x c', 1],
  ['one word missing', 'a b c', 'a c', 1],
  ['one word too many', 'a b c', 'a b b c', 1],
  ['nothing heard', 'a b c', '', 3],
])('counts the word errors of %s', (_, reference, hypothesis, errors) => {
  expect(wordErrors(reference.split(' '), hypothesis.split(' ').filter(Boolean))).toBe(errors);
});
