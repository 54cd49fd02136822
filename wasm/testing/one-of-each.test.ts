import { expect, test } from 'vitest';
import { oneOfEach } from './one-of-each.ts';

test('One recording of each kind in each folder is tried, in the long tests all of them', () => {
  const names = ['de/a.wav', 'de/b.wav', 'de/c.mp3', 'en/a.wav', 'en/b.mp3'];
  expect(oneOfEach(names, false)).toEqual(['de/a.wav', 'de/c.mp3', 'en/a.wav', 'en/b.mp3']);
  expect(oneOfEach(names, true)).toEqual(names);
});
