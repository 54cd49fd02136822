import { expect, test } from 'vitest';
import { firstNamed } from './reprocess.rules.ts';

test('Many results are named by the first of them, and one alone is never a number', () => {
  expect(firstNamed(['a', 'b', 'c', 'd'])).toEqual({ named: ['a', 'b', 'c', 'd'], more: 0 });
  expect(firstNamed(['a', 'b', 'c', 'd', 'e'])).toEqual({ named: ['a', 'b', 'c'], more: 2 });
});
