import { expect, it } from 'vitest';
import { groupedCode, spelled } from './code-words.rules.ts';

it('A code is written in two groups, and spelled for screen readers', () => {
  expect(groupedCode('ABCD2345')).toBe('ABCD-2345');
  expect(spelled('AB2')).toBe('A, B, 2');
});
