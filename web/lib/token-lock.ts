import { createScope } from './scope.ts';
import type { Locks } from './tab-locks.ts';
import { sleep } from './time.ts';
import { tokenKeys } from './tokens.ts';

type TokenLockDeps = {
  locks: Locks;
  /** The window, which fires `storage` when another tab has changed local storage. */
  page: EventTarget;
  /** Returns the longest time for which tokens of another tab are waited for, ms. */
  patienceMs(): number;
};

const lockName = 'token-refresh';

/**
 * Creates a function that runs `work` while no other tab renews the tokens. If another tab was renewing them, `work` runs when
 * this tab can read what that one has stored: a browser may pass on a lock before it passes on a change of local storage.
 * Without Web Locks, tabs may renew the tokens at the same time.
 */
export function createTokenLock({ locks, page, patienceMs }: TokenLockDeps) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    using free = await locks.hold(lockName, { isPatient: false });
    if (free) return await work();
    using scope = createScope();
    const stored = new Promise<void>((resolve) => {
      scope.listen(page, 'storage', (event) => {
        if ((event as StorageEvent).key === tokenKeys.access) resolve();
      });
    });
    using _lock = await locks.hold(lockName, { isPatient: true });
    await Promise.race([stored, sleep(patienceMs(), scope.signal).catch(() => {})]);
    return await work();
  };
}
