import { expect, it } from 'vitest';
import { compressionRatioOf } from './compression-ratio.ts';

it('compresses a text the better the more it says the same', () => {
  expect(compressionRatioOf('')).toBe(0);
  expect(compressionRatioOf('Vielen Dank.')).toBeLessThan(1);
  expect(compressionRatioOf('Vielen Dank. '.repeat(20))).toBeGreaterThan(2.4);
  // UTF-8 bytes are counted, not letters.
  expect(compressionRatioOf('äöü')).toBeGreaterThan(compressionRatioOf('aou'));
});
