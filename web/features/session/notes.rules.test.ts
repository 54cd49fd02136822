import { expect, test } from 'vitest';
import { isUnsaved, keepBoth, meetServer, startNotes, takeTheirs } from './notes.rules.ts';

const start = startNotes({ text: 'Kredit', rev: 1 });
const typed = { ...start, text: 'Kredit, Abstimmung' };

test('a poll fills in notes that nobody is writing', () => {
  expect(meetServer(start, { text: 'Kredit 12', rev: 2 })).toEqual(startNotes({ text: 'Kredit 12', rev: 2 }));
});

test('an older answer than the one that is known changes nothing', () => {
  expect(meetServer(typed, { text: 'Kredit', rev: 1 })).toBe(typed);
  expect(meetServer(typed, { text: '', rev: 0 })).toBe(typed);
});

test('what was typed stays where somebody else has changed the notes, and is known to differ', () => {
  const met = meetServer(typed, { text: 'Kredit 12', rev: 2 });
  expect(met.text).toBe('Kredit, Abstimmung');
  expect(met.theirs).toEqual({ text: 'Kredit 12', rev: 2 });
  expect(isUnsaved(met)).toBe(true);
});

test('both texts are kept one below the other, on top of the newer revision', () => {
  const both = keepBoth(meetServer(typed, { text: 'Kredit 12', rev: 2 }));
  expect(both).toEqual({
    text: 'Kredit 12\n\nKredit, Abstimmung',
    base: { text: 'Kredit 12', rev: 2 },
    theirs: null,
  });
});

test('the other text is taken in place of the own one only where that is wanted', () => {
  expect(takeTheirs(typed)).toBe(typed);
  expect(takeTheirs(meetServer(typed, { text: 'Kredit 12', rev: 2 }))).toEqual(
    startNotes({ text: 'Kredit 12', rev: 2 }),
  );
});
