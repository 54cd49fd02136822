import { expect, test } from 'vitest';
import { toParagraphs, withDictated } from './dictated-text.rules.ts';

test('Dictated text reads in paragraphs and goes beneath the notes', () => {
  const dictated = [
    { start: 0, end: 2, text: ' Guten Tag. ' },
    { start: 2.5, end: 5, text: 'Wir beginnen.' },
    { start: 5, end: 6, text: '  ' },
    { start: 20, end: 24, text: 'Zweites Traktandum.' },
  ];
  expect(toParagraphs(dictated)).toEqual([
    { startS: 0, text: 'Guten Tag. Wir beginnen.' },
    { startS: 20, text: 'Zweites Traktandum.' },
  ]);
  expect(withDictated('– Kredit\n', dictated)).toBe(
    '– Kredit\n\nGuten Tag. Wir beginnen.\n\nZweites Traktandum.',
  );
  expect(withDictated('', [])).toBe('');
});
