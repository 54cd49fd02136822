import { expect, it } from 'vitest';
import { countDer, countTorn, derOf, type SpeakerTurn } from './der-score.ts';

const turn = (speaker: string, start: number, end: number): SpeakerTurn => ({ speaker, span: [start, end] });

it('counts nothing where only the names differ', () => {
  const counts = countDer([turn('a', 0, 4), turn('b', 4, 8)], [turn('1', 0, 4), turn('0', 4, 8)], 0);
  expect(counts).toEqual({ reference: 8, missed: 0, falseAlarm: 0, confusion: 0 });
});

it('counts what is missed, told where nobody speaks, and given to another', () => {
  const real = [turn('a', 0, 10), turn('b', 10, 14)];
  const found = [turn('x', 1, 8), turn('y', 8, 14), turn('x', 15, 17)];
  const counts = countDer(real, found, 0);
  expect(counts).toEqual({ reference: 14, missed: 1, falseAlarm: 2, confusion: 2 });
  expect(derOf(counts)).toBeCloseTo((100 * 5) / 14);
});

it('counts overlap for each who speaks', () => {
  const counts = countDer([turn('a', 0, 6), turn('b', 4, 10)], [turn('x', 0, 5), turn('y', 5, 10)], 0);
  expect(counts).toEqual({ reference: 12, missed: 2, falseAlarm: 0, confusion: 0 });
});

it('leaves out what lies within the collar of an edge of the reference', () => {
  const counts = countDer(
    [turn('a', 1, 5), turn('b', 5, 9)],
    [turn('x', 0.8, 5.2), turn('y', 5.2, 9.2)],
    0.25,
  );
  expect(counts.reference).toBeCloseTo(7);
  expect(derOf(counts)).toBe(0);
});

it('finds the mapping with the most time in common, not the first that fits', () => {
  const real = [turn('a', 0, 5), turn('b', 5, 9)];
  // x overlaps 4 s of a and 3 s of b, y 1 s of each: x maps to a, y to b.
  const found = [turn('x', 0, 4), turn('y', 4, 6), turn('x', 6, 9)];
  expect(countDer(real, found, 0)).toMatchObject({ reference: 9, confusion: 4 });
});

it('counts one voice told as two', () => {
  expect(countDer([turn('a', 0, 10)], [turn('x', 0, 7), turn('y', 7, 10)], 0)).toMatchObject({
    confusion: 3,
  });
});

it('counts a turn as torn, once, if another speaker was found in its middle', () => {
  const real = [turn('a', 0, 4), turn('b', 4, 8), turn('a', 8, 12)];
  const right = [turn('x', 0, 4.2), turn('y', 4.2, 7.9), turn('x', 7.9, 12)];
  expect(countTorn(real, right, 0.25)).toBe(0);
  // A turn assigned to another speaker as a whole is confused, not torn.
  expect(countTorn(real, [turn('x', 0, 8), turn('y', 8, 12)], 0.25)).toBe(0);
  const torn = [turn('x', 0, 1), turn('y', 1, 2), turn('x', 2, 3), turn('y', 3, 7.9), turn('x', 7.9, 12)];
  expect(countTorn(real, torn, 0.25)).toBe(1);
});

it('does not call a turn torn where another speaks at the same time', () => {
  const real = [turn('a', 0, 6), turn('b', 2, 3)];
  expect(countTorn(real, [turn('x', 0, 2), turn('y', 2, 3), turn('x', 3, 6)], 0.25)).toBe(0);
  expect(countTorn(real, [turn('x', 0, 2), turn('y', 2, 4), turn('x', 4, 6)], 0.25)).toBe(1);
});
