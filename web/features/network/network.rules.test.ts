import { expect, test } from 'vitest';
import { statusAfterCheck } from './network.rules.ts';

test('Offline, unreachable and well are told apart, and an answer of the server counts most', () => {
  expect(statusAfterCheck(false, false)).toBe('offline');
  expect(statusAfterCheck(false, true)).toBe('unreachable');
  expect(statusAfterCheck(true, true)).toBe('ok');
  expect(statusAfterCheck(true, false)).toBe('ok');
});
