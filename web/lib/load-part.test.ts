import { expect, it, onTestFinished } from 'vitest';
import { listenToParts, loadOfflineParts, loadPart, neededOffline } from './load-part.ts';
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

it('It is told at each try that a part is missing, and once that none is any more', async () => {
  onTestFinished(setTimings({ networkCheckMs: 1 }));
  const told: (boolean | 'complete')[] = [];
  listenToParts({
    onMissing: (isFirstTry) => void told.push(isFirstTry),
    onComplete: () => void told.push('complete'),
  });
  onTestFinished(() => listenToParts({ onMissing() {}, onComplete() {} }));
  const lost = Promise.withResolvers<string>();
  let tries = 0;
  const first = loadPart(async () => (++tries < 3 ? Promise.reject(new TypeError('gone')) : lost.promise));
  const second = loadPart(() => Promise.resolve('at once'));
  expect(await second).toBe('at once');
  await expect.poll(() => told).toEqual([true, false]);
  lost.resolve('late');
  expect(await first).toBe('late');
  expect(told).toEqual([true, false, 'complete']);
});

it('Parts that the page needs offline are loaded ahead, also those that are marked meanwhile', async () => {
  const loaded: string[] = [];
  const parts = new Set<() => Promise<unknown>>();
  const tab = async () => loaded.push('tab');
  neededOffline(async () => {
    loaded.push('screen');
    neededOffline(tab, parts);
  }, parts);
  await loadOfflineParts(parts);
  expect(loaded).toEqual(['screen', 'tab']);
});
