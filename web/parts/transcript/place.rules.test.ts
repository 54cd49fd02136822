import { expect, it } from 'vitest';
import { placeAt } from './place.rules.ts';

const words = (...starts: number[]) => starts.map((start) => ({ start }));
const segments = [
  { start: 4, words: words(4, 4.5, 5, 5.5) },
  { start: 8, words: words(8, 8.5) },
  { start: 19, words: words(19) },
];

it('The place of a time is the segment and the word that were begun last', () => {
  expect(placeAt(segments, 3.9)).toBeNull();
  expect(placeAt(segments, 4)).toEqual({ segment: 0, word: 0 });
  expect(placeAt(segments, 5.2)).toEqual({ segment: 0, word: 2 });
  expect(placeAt(segments, 7.9)).toEqual({ segment: 0, word: 3 });
  expect(placeAt(segments, 8.6)).toEqual({ segment: 1, word: 1 });
  expect(placeAt(segments, 500)).toEqual({ segment: 2, word: 0 });
  expect(placeAt([], 1)).toBeNull();
});
