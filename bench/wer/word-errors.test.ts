import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it, test } from 'vitest';
import { score } from './score.ts';
import { wordErrors } from './word-errors.ts';

const words = (text: string) => text.split(' ').filter(Boolean);

test.each([
  ['the same words', 'a b c', 'a b c', []],
  ['one word replaced', 'a b c', 'a x c', ['replaced 1 1']],
  ['one word missing', 'a b c', 'a c', ['missing 1 1']],
  ['one word too many', 'a b c', 'a b x c', ['added 2 2']],
  ['nothing heard', 'a b', '', ['missing 0 0', 'missing 1 0']],
  ['nothing said', '', 'a', ['added 0 0']],
])('finds the errors of %s', (_, reference, heard, errors) => {
  const found = wordErrors(words(reference), words(heard));
  expect(found.map(({ kind, at, heardAt }) => `${kind} ${at} ${heardAt}`)).toEqual(errors);
});

const text = array(constantFrom('a', 'b', 'c'), { maxLength: 12 });

it('never counts more errors than words, and what it names leads from one to the other', () => {
  assert(
    property(text, text, (reference, heard) => {
      const errors = wordErrors(reference, heard);
      expect(errors.length).toBeLessThanOrEqual(Math.max(reference.length, heard.length));
      const gone = new Set(errors.filter(({ kind }) => kind !== 'added').map(({ at }) => at));
      const come = new Set(errors.filter(({ kind }) => kind !== 'missing').map(({ heardAt }) => heardAt));
      expect(reference.filter((_, at) => !gone.has(at))).toEqual(heard.filter((_, at) => !come.has(at)));
    }),
  );
});

const reference = {
  name: 'a.wav',
  path: 'a.wav',
  language: 'en',
  text: 'Good morning.',
  sentences: [{ text: 'Good morning.', start: 10, end: 11 }],
  isTimed: true,
};

it('counts words where nobody speaks as invented, unless nobody knows when that is', () => {
  const heard = {
    text: 'Thank you. Good morning.',
    words: [
      { text: 'Thank', start: 2, end: 2.4 },
      { text: 'you.', start: 2.4, end: 2.6 },
      { text: 'Good', start: 10, end: 10.4 },
      { text: 'morning.', start: 10.4, end: 11.2 },
    ],
  };
  expect(score(heard, reference)).toMatchObject({ words: 2, invented: 2 });
  expect(score(heard, reference).mistakes.map(({ mistake }) => mistake)).toEqual([
    '"thank" added',
    '"you" added',
  ]);
  expect(score(heard, { ...reference, isTimed: false }).invented).toBeNull();
});
