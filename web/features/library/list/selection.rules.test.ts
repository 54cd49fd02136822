import { expect, test } from 'vitest';
import { keptIn, noSelection, rangeToggled, toggled } from './selection.rules.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = (selection: typeof noSelection) => [...selection.chosen].toSorted();

test('A row is chosen and let go again', () => {
  const one = toggled(noSelection, 'b');
  expect(chosen(one)).toEqual(['b']);
  expect(chosen(toggled(one, 'b'))).toEqual([]);
});

test('With Shift everything between takes the state of the row that was pressed, in both directions', () => {
  const down = rangeToggled(toggled(noSelection, 'b'), 'd', order);
  expect(chosen(down)).toEqual(['b', 'c', 'd']);
  expect(chosen(rangeToggled(toggled(noSelection, 'd'), 'a', order))).toEqual(['a', 'b', 'c', 'd']);
  expect(chosen(rangeToggled(down, 'c', order))).toEqual(['b']);
});

test('Without a row before it, or with one that has gone, Shift chooses the row alone', () => {
  expect(chosen(rangeToggled(noSelection, 'c', order))).toEqual(['c']);
  expect(chosen(rangeToggled({ ...noSelection, anchor: 'gone' }, 'c', order))).toEqual(['c']);
});

test('What has gone from the list is not chosen any more', () => {
  const selection = rangeToggled(toggled(noSelection, 'a'), 'c', order);
  expect(chosen(keptIn(selection, ['a', 'c', 'x']))).toEqual(['a', 'c']);
  expect(keptIn(selection, order)).toBe(selection);
});
