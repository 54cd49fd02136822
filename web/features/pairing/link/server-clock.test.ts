import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

it('The time of the server is that of the event that came the fastest', () => {
  const clock = createServerClock();
  // The clock of the server is 1,000,000 ms ahead. The events take 400 ms, 20 ms, and 9 s.
  clock.take(1_000_600, 1_000);
  clock.take(1_001_980, 2_000);
  clock.take(1_002_000, 11_000);
  expect(clock.at(12_000)).toBe(1_011_980);
});

it('Without a time of the server nothing is estimated', () => {
  const clock = createServerClock();
  clock.take(undefined, 1_000);
  expect(clock.at(1_000)).toBeUndefined();
});

it('An old event counts no more, because two clocks drift apart', () => {
  const clock = createServerClock();
  clock.take(1_001_000, 1_000);
  for (let n = 0; n < 12; n += 1) clock.take(1_001_500, 2_000);
  expect(clock.at(3_000)).toBe(1_002_500);
});
