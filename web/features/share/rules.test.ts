import { expect, test } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { mailtoOf } from './mailto.rules.ts';
import { endsAddress, takeRecipients } from './recipients.rules.ts';

test('A pasted list is taken, each address once; what is wrong stays with its reason', () => {
  const taken = takeRecipients(
    ['anna@x.ch'],
    'Otto Meier <otto@x.ch>; ANNA@x.ch, info@zürich.ch\nnobody, a@b@c.ch',
  );
  expect(taken).toEqual({
    addresses: ['anna@x.ch', 'otto@x.ch', 'info@xn--zrich-kva.ch'],
    left: 'nobody, a@b@c.ch',
    problems: [
      { text: 'ANNA@x.ch', problem: 'double' },
      { text: 'nobody', problem: 'no_at' },
      { text: 'a@b@c.ch', problem: 'name' },
    ],
    isTooMany: false,
  });
});

test('Above the limit the rest stays in the field', () => {
  const list = Array.from({ length: limits.maxRecipients - 1 }, (_, index) => `a${index}@x.ch`);
  const taken = takeRecipients(list, 'b@x.ch, c@x.ch, d@x.ch');
  expect(taken.addresses).toHaveLength(limits.maxRecipients);
  expect(taken).toMatchObject({ left: 'c@x.ch, d@x.ch', isTooMany: true });
});

test.each([
  ['anna@x.ch,', true],
  ['anna@x.ch; ', true],
  ['anna@x.ch', false],
  ['anna@x.ch ', false],
])('%j ends an address: %j', (text, ends) => {
  expect(endsAddress(text)).toBe(ends);
});

test('A message for the own program keeps signs and lines, and nothing in it adds a field', () => {
  const link = mailtoOf({
    recipients: ['anna+x@x.ch', 'o&m@x.ch'],
    subject: 'Sitzung & Rat?cc=fremd@x.ch',
    text: 'Grüezi\nÄpfel & Birnen = 3 #1',
  })!;
  expect(link).toMatch(/^mailto:anna%2Bx@x\.ch,o%26m@x\.ch\?subject=/);
  const url = new URL(link);
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(url.searchParams.get('subject')).toBe('Sitzung & Rat?cc=fremd@x.ch');
  expect(url.searchParams.get('body')).toBe('Grüezi\r\nÄpfel & Birnen = 3 #1');
});

test('One that is too long is not cut', () => {
  expect(mailtoOf({ recipients: [], subject: 'x', text: 'ä'.repeat(400) })).toBeNull();
});
