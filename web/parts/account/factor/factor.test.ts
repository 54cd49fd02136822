import { expect, test } from 'vitest';
import { factorProblems, noFactor, usableWays } from './factor.rules.ts';

test('a page offers the passkey first, and leaves it out where it cannot use one', () => {
  const asked = { ways: ['recovery', 'totp', 'passkey'] as const, passkey_origin: null };
  const ways = { ...asked, ways: [...asked.ways] };
  expect(usableWays(ways, null)).toEqual(['passkey', 'totp', 'recovery']);
  expect(usableWays(ways, 'browser')).toEqual(['totp', 'recovery']);
  expect(usableWays({ ...ways, ways: ['passkey'] }, 'address')).toEqual([]);
});

test('a code has six digits, in groups too; only the field of the chosen way is checked', () => {
  const codes = ['123456', '123 456', ' 123456 ', '12345', '1234567', '12345a', ''];
  expect(codes.map((totp) => 'totp' in factorProblems('totp', { ...noFactor, totp }))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(factorProblems('recovery', noFactor)).toEqual({ recovery: { key: 'recoveryCodeRequired' } });
  expect(factorProblems('passkey', noFactor)).toEqual({});
  expect(factorProblems(null, noFactor)).toEqual({});
});
