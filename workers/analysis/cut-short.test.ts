import { expect, it } from 'vitest';
import { missingS } from './analysis.contract.ts';

it.each([
  ['half of it', { durationS: 300, statedS: 600 }, 300],
  ['two seconds of a short file', { durationS: 8, statedS: 10 }, 2],
  ['a frame of padding', { durationS: 59.9, statedS: 60 }, 0],
  ['a minute of 2:30 h, which is less than a hundredth', { durationS: 8_940, statedS: 9_000 }, 0],
  ['nothing: it is longer', { durationS: 61, statedS: 60 }, 0],
  ['nothing that the header tells', { durationS: 60 }, 0],
])('lacks %s', (_, lengths, missing) => {
  expect(missingS(lengths)).toBe(missing);
});
