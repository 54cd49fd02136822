import { expect, test } from 'vitest';
import { changeOf, isCaused, movesAtOnce } from './steady-page.rules.ts';

test('The page makes room for the bar, and is scrolled by as much, so that nothing moves', () => {
  expect(changeOf({ roomPx: 0, barPx: 56, topPx: 0 }, false)).toEqual({ roomPx: 56, topPx: 56 });
  expect(changeOf({ roomPx: 56, barPx: 200, topPx: 300 }, false)).toEqual({ roomPx: 200, topPx: 444 });
  expect(changeOf({ roomPx: 56, barPx: 0, topPx: 56 }, false)).toEqual({ roomPx: 0, topPx: 0 });
  expect(changeOf({ roomPx: 56, barPx: 56, topPx: 9 }, true)).toBeNull();
});

test('Room stays at the top of the page, where it cannot go without moving what is below; unless a person closes the bar', () => {
  expect(changeOf({ roomPx: 56, barPx: 0, topPx: 20 }, false)).toBeNull();
  expect(changeOf({ roomPx: 56, barPx: 0, topPx: 20 }, true)).toEqual({ roomPx: 0, topPx: 0 });
});

test('A change is caused by what a person did up to half a second before', () => {
  expect(isCaused(500)).toBe(true);
  expect(isCaused(501)).toBe(false);
  expect(isCaused(Infinity)).toBe(false);
});

test('The recorder of a phone moves below the bar at once; the screens before it and all others do not', () => {
  expect(['/pair/p1', '/pair', '/pair/', '/library/pair/', '/'].filter(movesAtOnce)).toEqual(['/pair/p1']);
});
