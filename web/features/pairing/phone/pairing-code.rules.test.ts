import { expect, test } from 'vitest';
import { scannedCode, shownCode, typedProblem } from './pairing-code.rules.ts';

const origin = 'https://wortlaut.example';

test('A code may be typed with spaces, dashes and small letters', () => {
  for (const typed of ['ABCD2345', 'abcd-2345', ' ab cd 23 45 ', 'AB-CD 23-45'])
    expect([typed, typedProblem(typed), scannedCode(typed, origin)]).toEqual([typed, null, 'ABCD2345']);
  expect(typedProblem(' - ')).toBe('empty');
});

test('Too few or too many letters, and letters that no code has, are told before the server is asked', () => {
  for (const typed of ['ABCD234', 'ABCD23456', 'ABCD2340', 'ABCD234I', 'ÄBCD2345'])
    expect([typed, typedProblem(typed)]).toEqual([typed, 'shape']);
});

test('A scanned address counts only if it is that of this server', () => {
  expect(scannedCode(`${origin}/pair?code=ABCD2345`, origin)).toBe('ABCD2345');
  expect(scannedCode(`${origin}/pair/?x=1&code=abcd-2345`, origin)).toBe('ABCD2345');
  for (const text of [
    'https://other.example/pair?code=ABCD2345',
    'http://wortlaut.example/pair?code=ABCD2345',
    `${origin}:8443/pair?code=ABCD2345`,
    `${origin}/pair/abc?code=ABCD2345`,
    `${origin}/library?code=ABCD2345`,
    `${origin}/pair?code=`,
    `${origin}/pair`,
    'javascript:alert(1)',
    'WIFI:S:Gast;T:WPA;P:geheim;;',
    '',
  ])
    expect([text, scannedCode(text, origin)]).toEqual([text, null]);
});

test('A code is shown in two groups', () => {
  expect(shownCode('abcd2345')).toBe('ABCD-2345');
  expect(shownCode('abc')).toBe('abc');
});
