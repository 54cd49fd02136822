import { expect, test } from 'vitest';
import { passwordWeakness } from './password.rules.ts';

const petra = { email: 'petra.muster@gemeinde.example', given_name: 'Petra', family_name: 'Müller' };
const weakness = (password: string) => passwordWeakness(password, petra);

test.each([
  ['1234567890', 'repeated'],
  ['0987654321', 'repeated'],
  ['aaaaaaaaaa', 'repeated'],
  ['          ', 'repeated'],
  ['abcabcabcabc', 'repeated'],
  ['qwertzuiop', 'repeated'],
  ['password123', 'common'],
  ['P4ssw0rd2026', 'common'],
  ['passwortpasswort', 'common'],
  ['Motdepasse!!', 'common'],
  ['Sommer2026!', 'common'],
  ['petra.muster@gemeinde.example', 'own'],
  ['Petra.Muster.1980', 'own'],
  ['muller-petra', 'own'],
])('%s is refused: %s', (password, reason) => expect(weakness(password)).toBe(reason));

test.each([
  'ein langes Kennwort',
  'correct horse battery',
  'petra liebt Kaffee',
  'Tr0ub4dor&3x',
  '8237401928',
  'müller fährt velo',
  '我的密码很长而且没有人知道',
])('%s is taken', (password) => expect(weakness(password)).toBeNull());

test('a name or address of fewer than four letters does not count as an own word', () => {
  expect(passwordWeakness('xanthippe-9', { email: '', given_name: '', family_name: 'Li' })).toBeNull();
});
