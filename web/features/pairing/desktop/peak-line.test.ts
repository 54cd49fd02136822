import { expect, it } from 'vitest';
import { createPeakLine, peaksRate } from './peak-line.ts';

it('Peaks stand where they were told, scaled to pairs', () => {
  const line = createPeakLine();
  line.add([0, 0.5, 1], 0.3);
  line.add([0.25], 0.4);
  expect([...line.view()]).toEqual([0, 0, -64, 64, -127, 127, -32, 32]);
  expect([...line.view(3)]).toEqual([-32, 32]);
  expect(line.length).toBe(4);
});

it('A snapshot does not change with later peaks', () => {
  const line = createPeakLine();
  line.add([1], 0.1);
  const before = line.view();
  line.add([0.5], 0.1);
  expect([...before]).toEqual([-127, 127]);
});

it('What was not told is named, until it is', () => {
  const line = createPeakLine();
  line.add([1], 3);
  expect(line.missing()).toEqual([[0, 2.9]]);
  line.add([1], 5);
  expect(line.missing()).toEqual([
    [0, 2.9],
    [3, 4.9],
  ]);
  line.add(
    Array.from({ length: 29 }, () => 0.5),
    2.9,
  );
  expect(line.missing()).toEqual([[3, 4.9]]);
  line.add(
    Array.from({ length: 10 }, () => 0.5),
    4.5,
  );
  // Gaps of less than a second are not listed.
  expect(line.missing()).toEqual([]);
});

it('Hours of peaks are kept', () => {
  const line = createPeakLine();
  const minute = Array.from({ length: 60 * peaksRate }, () => 1);
  for (let at = 1; at <= 150; at += 1) line.add(minute, at * 60);
  expect(line.length).toBe(150 * 60 * peaksRate);
  expect(line.missing()).toEqual([]);
  expect(line.view().every((value) => Math.abs(value) === 127)).toBe(true);
});
