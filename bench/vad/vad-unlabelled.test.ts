import { expect, it } from 'vitest';
import { orderOf } from './vad-unlabelled.ts';

it('says in which order speech and other sound come', () => {
  expect(orderOf([], 3)).toBe('nonspeech');
  expect(orderOf([[0, 3]], 3)).toBe('speech');
  expect(orderOf([[0.05, 2.95]], 3)).toBe('speech');
  expect(orderOf([[1, 3]], 3)).toBe('nonspeech, speech');
  expect(
    orderOf(
      [
        [0, 1],
        [2, 3],
      ],
      3,
    ),
  ).toBe('speech, nonspeech, speech');
});
