import { expect, test } from 'vitest';
import {
  asLine,
  isUnsaved,
  keepBoth,
  meetServer,
  startNotes,
  takeTheirs,
  timeAround,
} from './notes.rules.ts';

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

test('the moment at the caret is found, and only there', () => {
  const text = 'Kredit [12:30] und 1:02:33\n99:99 2:59:59';
  expect([8, 14].map((at) => timeAround(text, at, 9000))).toEqual([750, 750]);
  expect(timeAround(text, 20, 9000)).toBe(3753);
  expect([0, 16, 29, 36].map((at) => timeAround(text, at, 9000))).toEqual([null, null, null, null]);
});

test('a line that is put in begins a line', () => {
  expect(asLine('', '- x')).toBe('- x');
  expect(asLine('a\n', '- x')).toBe('- x');
  expect(asLine('a', '- x')).toBe('\n- x');
});
