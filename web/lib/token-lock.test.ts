import { expect, test } from 'vitest';
import type { Lock, Locks } from './tab-locks.ts';
import { createTokenLock } from './token-lock.ts';

/** Locks that another tab holds until `release` is called. */
function heldElsewhere() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let isHeld = true;
  const lock: Lock = { [Symbol.dispose]: () => void (isHeld = false) };
  const locks: Locks = {
    async hold(_name, { isPatient }) {
      if (!isPatient) return isHeld ? null : lock;
      await promise;
      isHeld = true;
      return lock;
    },
  };
  return { locks, release, isHeld: () => isHeld };
}

const storedBy = (key: string) => Object.assign(new Event('storage'), { key });
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('If no other tab renews the tokens, the work runs at once and releases the lock', async () => {
  let held = 0;
  const locks: Locks = {
    async hold() {
      held += 1;
      return { [Symbol.dispose]: () => void (held -= 1) };
    },
  };
  const exclusively = createTokenLock({ locks, page: new EventTarget(), patienceMs: () => 60_000 });
  expect(await exclusively(async () => held)).toBe(1);
  expect(held).toBe(0);
});

test('After another tab has renewed the tokens, the work waits until they can be read here', async () => {
  const { locks, release, isHeld } = heldElsewhere();
  const page = new EventTarget();
  const exclusively = createTokenLock({ locks, page, patienceMs: () => 60_000 });
  let isDone = false;
  const done = exclusively(async () => void (isDone = true));
  await settle();
  release();
  await settle();
  page.dispatchEvent(storedBy('refresh_token'));
  await settle();
  expect(isDone).toBe(false);
  page.dispatchEvent(storedBy('access_token'));
  await done;
  expect([isDone, isHeld()]).toEqual([true, false]);
});

test('Tokens that were seen while the lock was held elsewhere are not waited for again', async () => {
  const { locks, release } = heldElsewhere();
  const page = new EventTarget();
  const exclusively = createTokenLock({ locks, page, patienceMs: () => 60_000 });
  const done = exclusively(async () => 'renewed');
  await settle();
  page.dispatchEvent(storedBy('access_token'));
  release();
  expect(await done).toBe('renewed');
});

test('If the other tab could not renew the tokens, the work runs after a short time', async () => {
  const { locks, release } = heldElsewhere();
  const exclusively = createTokenLock({ locks, page: new EventTarget(), patienceMs: () => 5 });
  const done = exclusively(async () => 'tried here');
  release();
  expect(await done).toBe('tried here');
});
