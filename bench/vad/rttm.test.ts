import { expect, it } from 'vitest';
import { parseRttm, unionOf } from './rttm.ts';

it('reads the turns of an RTTM file and leaves other lines out', () => {
  const text = `;; a comment
SPKR-INFO meeting 1 <NA> <NA> <NA> unknown A <NA>
SPEAKER meeting 1 1.440 11.872 <NA> <NA> A <NA> <NA>
SPEAKER  meeting  1  13.152  3.770  <NA>  <NA>  B  <NA>
`;
  const turns = parseRttm(text);
  expect(turns.map(({ recording, speaker }) => [recording, speaker])).toEqual([
    ['meeting', 'A'],
    ['meeting', 'B'],
  ]);
  expect(turns[0]!.span[1]).toBeCloseTo(13.312, 6);
});

it('refuses a turn without times instead of counting it as nothing', () => {
  expect(() => parseRttm('SPEAKER meeting 1 <NA> 3 <NA> <NA> A')).toThrow('Not a turn');
});

it('joins turns that overlap or touch, in whatever order they come', () => {
  expect(
    unionOf([
      [5, 6],
      [0, 2],
      [1, 1.5],
      [2, 3],
    ]),
  ).toEqual([
    [0, 3],
    [5, 6],
  ]);
});
