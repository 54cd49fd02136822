import { expect, it } from 'vitest';
import { createStopwatch } from './stopwatch.ts';

it('adds up the time under each name, failures included', async () => {
  let now = 0;
  const busy = createStopwatch(() => now);
  busy.sync('a', () => (now += 5));
  await busy.async('b', async () => (now += 7));
  await expect(
    busy.async('a', async () => {
      now += 2;
      throw new Error('x');
    }),
  ).rejects.toThrow('x');
  expect(busy.totalsMs).toEqual({ a: 7, b: 7 });
});
