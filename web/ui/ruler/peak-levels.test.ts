import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPeakReader } from './peak-levels.ts';

const pairsOf = fc.array(fc.tuple(fc.integer({ min: -128, max: 0 }), fc.integer({ min: 0, max: 127 })), {
  minLength: 1,
  maxLength: 900,
});

test('A stretch is summed up exactly, wherever it begins and ends', () => {
  fc.assert(
    fc.property(pairsOf, fc.nat(), fc.nat(), (list, a, b) => {
      const read = createPeakReader(Int8Array.from(list.flat()));
      const [first = 0, last = 0] = [a % (list.length + 1), b % (list.length + 1)].toSorted((x, y) => x - y);
      const part = list.slice(first, last);
      const found = read(first, last);
      const reach = part.reduce((sum, [min, max]) => sum + (max - min) / 2, 0);
      const isEmpty = part.length === 0;
      expect(found.low).toBe(isEmpty ? 0 : Math.min(...part.map(([min]) => min)));
      expect(found.high).toBe(isEmpty ? 0 : Math.max(...part.map(([, max]) => max)));
      expect(found.mean).toBeCloseTo(isEmpty ? 0 : reach / part.length, 9);
    }),
  );
});

test('Two and a half hours of loud sound do not overflow the sums', () => {
  const pairs = new Int8Array(900_000 * 2);
  for (let index = 0; index < pairs.length; index += 2) {
    pairs[index] = -127;
    pairs[index + 1] = 127;
  }
  expect(createPeakReader(pairs)(1, 899_999)).toEqual({ low: -127, high: 127, mean: 127 });
});
