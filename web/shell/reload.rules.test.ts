import { expect, test } from 'vitest';
import { mayReload } from './reload.rules.ts';

test('The page reloads itself once, not in a loop', () => {
  expect(mayReload(null, 1_000_000)).toBe(true);
  expect(mayReload('999000', 1_000_000)).toBe(false);
  expect(mayReload('900000', 1_000_000)).toBe(true);
  expect(mayReload('nonsense', 1_000_000)).toBe(true);
});
