import { expect, test } from 'vitest';
import { isCollapsible } from './announcement.rules.ts';

test('An announcement is collapsed above 100 characters of title and message together, or with a line break', () => {
  const title = 'x'.repeat(40);
  expect(isCollapsible(title, 'y'.repeat(60))).toBe(false);
  expect(isCollapsible(title, 'y'.repeat(61))).toBe(true);
  expect(isCollapsible('x'.repeat(101), '')).toBe(true);
  expect(isCollapsible('Kurz', 'Zwei\nZeilen')).toBe(true);
  // A character outside the basic plane is one character.
  expect(isCollapsible(title, '🎙'.repeat(60))).toBe(false);
});
