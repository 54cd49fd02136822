import { assert, integer, property, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { draftToNew } from './draft-to-new.rules.ts';

// Each word takes one second.
const said = [segmentOf(2, 6, 'eins zwei drei vier'), segmentOf(8, 10, 'fünf sechs')];
const toMs = (atS: number) => Math.round(atS * 1000) / 1000;
const shape = (kept: [number, number][]) =>
  draftToNew(said, kept).map(({ start, end, text, words = [] }) => [
    toMs(start),
    toMs(end),
    text,
    words.map((word) => [word.text, toMs(word.start), toMs(word.end)]),
  ]);

it('A draft without cuts keeps its times and its text', () => {
  expect(draftToNew(said, [[0, 12]])).toMatchObject(
    said.map(({ start, end, text, words }) => ({ start, end, text, words })),
  );
});

it('Words that were cut out are dropped, what follows moves, and a piece is split at a cut', () => {
  expect(
    shape([
      [0, 3],
      [5, 12],
    ]),
  ).toEqual([
    [2, 3, 'eins', [['eins', 2, 3]]],
    [3, 4, 'vier', [['vier', 3, 4]]],
    [
      6,
      8,
      'fünf sechs',
      [
        ['fünf', 6, 7],
        ['sechs', 7, 8],
      ],
    ],
  ]);
});

it('A word belongs to where its middle is, and does not reach over a cut', () => {
  expect(shape([[2.4, 4.6]])).toEqual([
    [
      0,
      2.2,
      'eins zwei drei',
      [
        ['eins', 0, 0.6],
        ['zwei', 0.6, 1.6],
        ['drei', 1.6, 2.2],
      ],
    ],
  ]);
});

it('A piece without words is kept where its middle is kept', () => {
  const piece = { start: 4, end: 6, text: 'ohne Wörter' };
  expect(draftToNew([piece], [[5, 12]])).toEqual([{ start: 0, end: 1, text: 'ohne Wörter' }]);
  expect(draftToNew([piece], [[0, 4.5]])).toEqual([]);
});

it('Whatever is cut, the times ascend within what is left', () => {
  const bound = integer({ min: 0, max: 120 });
  assert(
    property(uniqueArray(bound, { minLength: 2, maxLength: 12 }), (bounds) => {
      const ends = bounds.toSorted((a, b) => a - b).map((tenth) => tenth / 10);
      const kept = Array.from({ length: ends.length >> 1 }, (_, at): [number, number] => [
        ends[2 * at]!,
        ends[2 * at + 1]!,
      ]);
      const leftS = kept.reduce((sum, [from, to]) => sum + to - from, 0);
      const words = draftToNew(said, kept).flatMap((piece) => piece.words ?? []);
      const times = words.flatMap(({ start, end }) => [start, end]);
      for (const [index, atS] of times.entries()) {
        expect(atS).toBeGreaterThanOrEqual((times[index - 1] ?? 0) - 1e-9);
        expect(atS).toBeLessThanOrEqual(leftS + 1e-9);
      }
    }),
  );
});
