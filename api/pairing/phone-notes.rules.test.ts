import { expect, it } from 'vitest';
import { withPhoneNotes } from './phone-notes.rules.ts';

it.each([
  ['', '', '', ''],
  ['', '', 'neu', 'neu'],
  ['dort', '', '', 'dort'],
  ['dort', '', 'neu', 'dort\n\nneu'],
  ['alt', 'alt', 'neu', 'neu'],
  ['alt', 'alt', '', ''],
  ['dort\n\nalt', 'alt', 'neu', 'dort\n\nneu'],
  ['alt\n\ndort', 'alt', 'neu', 'neu\n\ndort'],
  ['oben\n\nalt\n\nunten', 'alt', 'neu', 'oben\n\nneu\n\nunten'],
  ['oben\n\nalt\n\nunten', 'alt', '', 'oben\n\nunten'],
  ['dort\n\neins\n\nzwei', 'eins\n\nzwei', 'eins\n\nzwei\n\ndrei', 'dort\n\neins\n\nzwei\n\ndrei'],
])('“%s”, of which the phone wrote “%s”, and writes “%s” now: “%s”', (there, before, now, notes) => {
  expect(withPhoneNotes(there, before, now)).toBe(notes);
});

it('never changes what others wrote, even where it holds what the phone wrote', () => {
  // The phone wrote “ok”, and somebody has taken it out.
  expect(withPhoneNotes('Das Buch ist dick und rot, ok.', 'ok', 'neu')).toBe(
    'Das Buch ist dick und rot, ok.\n\nneu',
  );
  // Somebody has gone on writing in the part of the phone.
  expect(withPhoneNotes('alt, und mehr', 'alt', 'alt neu')).toBe('alt, und mehr\n\nalt neu');
});
