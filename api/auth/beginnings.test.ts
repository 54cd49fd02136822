import { expect, it } from 'vitest';
import { testClock } from '#api/testing/test-clock.ts';
import { createBeginnings } from './beginnings.ts';

const spanMs = 15 * 60_000;

it('an address may begin 300 sign-ins in a span', () => {
  const clock = testClock();
  const beginnings = createBeginnings(clock, spanMs);
  for (let count = 0; count < 300; count++) beginnings.take('a');
  expect(() => beginnings.take('a')).toThrow('Too many attempts');
  beginnings.take('b');
  clock.advance(spanMs);
  beginnings.take('a');
});

it('sign-ins from many addresses are not refused, and an address over its limit stays refused', () => {
  const beginnings = createBeginnings(testClock(), spanMs);
  for (let count = 0; count < 300; count++) beginnings.take('busy');
  for (let round = 0; round < 5; round++) {
    for (let count = 0; count < 5_000; count++) beginnings.take(`address ${round} ${count}`);
    expect(() => beginnings.take('busy')).toThrow('Too many attempts');
  }
});
