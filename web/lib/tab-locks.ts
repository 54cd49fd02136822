export type Lock = Disposable;

type LockWish = {
  /** Waits until the lock is free; if false, resolves with null when it is taken. */
  isPatient: boolean;
  /** A shared lock: several may hold it at once, as long as nobody holds it exclusively. */
  isShared?: boolean;
};

/** Locks across all tabs of this browser. A lock is released with its tab, however that ends. */
export type Locks = { hold(name: string, wish: LockWish): Promise<Lock | null> };

export const tabLocks: Locks = {
  hold(name, { isPatient, isShared = false }) {
    // without Web Locks no tab can tell if another one is open: each counts as closed
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
