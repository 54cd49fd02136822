import { expect, test } from 'vitest';
import { readRecipient } from './recipient.ts';

test.each([
  ['anna@example.org', 'anna@example.org'],
  ['  Anna.Muster+protokoll@Mail.Example.ORG ', 'Anna.Muster+protokoll@mail.example.org'],
  ['Anna Muster <anna@example.org>', 'anna@example.org'],
  ['"Muster, Anna" <anna@example.org>', 'anna@example.org'],
  ['mailto:anna@example.org', 'anna@example.org'],
  ['info@zürich.example', 'info@xn--zrich-kva.example'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ["o'neill_1@example.co.uk", "o'neill_1@example.co.uk"],
])('%j can be written to', (text, address) => {
  expect(readRecipient(text)).toEqual({ address, problem: null });
});

test.each([
  ['anna', 'no_at'],
  ['', 'no_at'],
  ['@example.org', 'name'],
  ['anna muster@example.org', 'name'],
  ['.anna@example.org', 'name'],
  ['anna..m@example.org', 'name'],
  ['änna@example.org', 'name'],
  ['"anna"@example.org', 'name'],
  ['anna@home@example.org', 'name'],
  ['anna@example', 'host'],
  ['anna@', 'host'],
  ['anna@exam ple.org', 'host'],
  ['anna@-example.org', 'host'],
  ['anna@example..org', 'host'],
  ['anna@127.0.0.1', 'host'],
  ['anna@[127.0.0.1]', 'host'],
  ['anna@example.org:25', 'host'],
  ['anna@example.org/x', 'host'],
  ['anna@example.org\r\nBcc: otto@example.org', 'name'],
  ['anna\r\nBcc:otto@example.org', 'name'],
  ['anna@example.org\u0000', 'host'],
  [`${'a'.repeat(65)}@example.org`, 'too_long'],
  [`a@${'abcdefghi.'.repeat(25)}org`, 'too_long'],
])('%j cannot: %s', (text, problem) => {
  expect(readRecipient(text)).toEqual({ address: null, problem });
});
