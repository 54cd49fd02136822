import { expect, test } from 'vitest';
import { splitRecipients, withoutDoubles } from './recipient-list.ts';

test('A pasted list is taken apart at commas, semicolons, lines and blanks, never inside a name', () => {
  expect(
    splitRecipients(
      'a@x.ch, b@x.ch;c@x.ch\nd@x.ch  e@x.ch\r\n"Muster, Anna" <f@x.ch>; Otto Meier <g@x.ch>,,\n nobody ;',
    ),
  ).toEqual([
    'a@x.ch',
    'b@x.ch',
    'c@x.ch',
    'd@x.ch',
    'e@x.ch',
    '"Muster, Anna" <f@x.ch>',
    'Otto Meier <g@x.ch>',
    'nobody',
  ]);
});

test('Upper case makes no second person', () => {
  expect(withoutDoubles(['a@x.ch', 'A@x.ch', 'b@x.ch', 'a@x.ch'])).toEqual(['a@x.ch', 'b@x.ch']);
});
