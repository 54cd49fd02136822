import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { keepAwake } from './wake-lock.ts';

afterEach(() => vi.restoreAllMocks());

it('holds one lock when it asks again before the first answer, and none at its end', async () => {
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  let locks = 0;
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    asked++;
    await answer.promise;
    locks++;
    const lock = {
      released: false,
      async release() {
        lock.released = true;
        locks--;
      },
    };
    return lock as unknown as WakeLockSentinel;
  });
  const awake = keepAwake();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toBe(2);
  answer.resolve();
  await eventually(() => expect(locks).toBe(1));
  awake[Symbol.dispose]();
  await eventually(() => expect(locks).toBe(0));
});
