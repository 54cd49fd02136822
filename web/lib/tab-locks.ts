export type Lock = Disposable;

type LockWish = {
  /** If true, `hold` waits for the lock. If false, it resolves with null if another tab has the lock. */
  isPatient: boolean;
  /** Several tabs can hold a shared lock while none holds it exclusively. */
  isShared?: boolean;
};

/** Locks across all tabs of this browser. A lock is released when its tab ends in any way. */
export type Locks = { hold(name: string, wish: LockWish): Promise<Lock | null> };

export const tabLocks: Locks = {
  hold(name, { isPatient, isShared = false }) {
    // Without Web Locks no tab can detect another tab, so each other tab counts as closed.
    if (!('locks' in navigator)) return Promise.resolve({ [Symbol.dispose]() {} });
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(name, { ifAvailable: !isPatient, mode: isShared ? 'shared' : 'exclusive' }, (lock) => {
          if (!lock) return resolve(null);
          const { promise, resolve: release } = Promise.withResolvers<void>();
          resolve({ [Symbol.dispose]: release });
          return promise;
        })
        .catch(reject);
    });
  },
};
