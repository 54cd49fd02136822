import { expect, test } from 'vitest';
import { columnWidths } from './column-widths.rules.ts';

const of = (naturalPt: number, leastPt: number) => ({ naturalPt, leastPt });

test('Columns are as wide as their text where there is room', () => {
  expect(columnWidths([of(100, 20), of(50, 10)], 400)).toEqual([100, 50]);
});

test('Where there is not, long texts give way and words stay whole', () => {
  const widths = columnWidths([of(600, 80), of(40, 40)], 400);
  expect(widths[1]).toBe(40);
  expect(widths[0]! + widths[1]!).toBeCloseTo(400);
});

test('More columns than there is room for share it', () => {
  expect(columnWidths([of(300, 300), of(300, 300)], 400)).toEqual([200, 200]);
});
