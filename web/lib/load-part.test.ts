import { expect, it, onTestFinished } from 'vitest';
import { loadPart } from './load-part.ts';
import { setTimings } from './time.ts';

it('A part of the page that does not come is asked for again until it is there', async () => {
  onTestFinished(setTimings({ networkCheckMs: 1 }));
  let tries = 0;
  const part = loadPart(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  });
  await expect(part).resolves.toBe('the part');
  expect(tries).toBe(3);
});
