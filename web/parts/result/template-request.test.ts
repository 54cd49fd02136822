import { expect, test } from 'vitest';
import { supportDeskAddress } from './template-request.rules.ts';

const words = { summary: 'Neu & $& gut?', description: 'Name:\n\n#1 {summary}' };

test('The words stand in the places of the address, and arrive as they are', () => {
  const address = supportDeskAddress(
    'https://desk.example/new?project=7&s={summary}&d={description}&again={summary}',
    words,
  );
  expect(Object.fromEntries(new URL(address!).searchParams)).toEqual({
    project: '7',
    s: words.summary,
    d: words.description,
    again: words.summary,
  });
});

test('An address without places stays as it is', () => {
  expect(supportDeskAddress('https://desk.example/new?d=%7Bx%7D', words)).toBe(
    'https://desk.example/new?d=%7Bx%7D',
  );
});

test.each([
  ['none', null],
  ['none that is known yet', undefined],
  ['an empty one', ''],
  ['a script', 'javascript:alert(1)//{summary}'],
  ['plain http', 'http://desk.example/{summary}'],
  ['words in the host', 'https://{summary}.desk.example/'],
])('%s leads nowhere', (_, address) => {
  expect(supportDeskAddress(address, words)).toBeNull();
});
