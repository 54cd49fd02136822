import { expect, test } from 'vitest';
import { transcriptionModels } from '#models/manifest.ts';
import { formatTimes, namedModels } from './model-words.ts';

test('Every model that the page can run has words', () => {
  expect(namedModels.toSorted()).toEqual(transcriptionModels.map(({ id }) => id).toSorted());
});

test('A speed is rounded as people say it', () => {
  expect([0.64, 1.96, 2.949, 2.96, 7.2].map((times) => formatTimes(times, 'de'))).toEqual([
    '0.6',
    '2',
    '2.9',
    '3',
    '7',
  ]);
});
