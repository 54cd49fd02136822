import { expect, it } from 'vitest';
import { createPartSize, minPartBytes } from './part-size.ts';

/** Sizes of successive parts over a connection of this rate. */
function over(bytesPerMs: number, parts: number, size = createPartSize()): number[] {
  return Array.from({ length: parts }, () => {
    const bytes = size.bytes();
    size.acknowledged(bytes, bytes / bytesPerMs);
    return bytes;
  });
}

it('Parts grow until they take a second or two, and never over the limit', () => {
  expect(over(2_500, 4)).toEqual([1_000_000, 2_000_000, 3_750_000, 3_750_000]);
  expect(over(1_000_000, 6).at(-1)).toBe(8_000_000);
});

it('On a slow way they shrink, but not to nothing', () => {
  expect(over(100, 5)).toEqual([1_000_000, 500_000, 250_000, 150_000, 150_000]);
  expect(over(1, 10).at(-1)).toBe(minPartBytes);
});

it('A break halves them, and they grow carefully from then on', () => {
  const size = createPartSize();
  over(2_500, 3, size);
  size.broke();
  expect(over(2_500, 4, size)).toEqual([1_875_000, 2_343_750, 2_929_688, 3_662_110]);
});

it('What was refused for its size is not tried again', () => {
  const size = createPartSize();
  over(1_000_000, 3, size);
  expect(size.refused(8_000_000)).toBe(true);
  expect(Math.max(...over(1_000_000, 20, size))).toBe(4_000_000);
});

it('Refused at the smallest size it is said so', () => {
  const size = createPartSize();
  const refused = [size.bytes()];
  while (size.refused(refused.at(-1)!)) refused.push(size.bytes());
  expect(refused).toEqual([1_000_000, 500_000, 250_000, 125_000, minPartBytes]);
});
