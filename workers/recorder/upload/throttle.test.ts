import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the first and the last value come, and no more than one in a stretch', async () => {
  const got: number[] = [];
  const tell = createThrottle<number>(100, (value) => got.push(value));
  tell(1);
  expect(got).toEqual([1]);
  for (const value of [2, 3, 4]) tell(value);
  await vi.advanceTimersByTimeAsync(99);
  expect(got).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(got).toEqual([1, 4]);
  tell(5);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(got).toEqual([1, 4, 5]);
  tell(6);
  expect(got).toEqual([1, 4, 5, 6]);
});
