export type Lock = Disposable;

type LockWish = {
  /** Waits for its turn; otherwise null is the answer where somebody has it. */
  isPatient: boolean;
  /** Several may have it at once, as long as nobody has it alone. */
  isShared?: boolean;
};

/** Locks over all tabs of this device. They go with their tab, however it ends. */
export type Locks = { hold(name: string, wish: LockWish): Promise<Lock | null> };

export const tabLocks: Locks = {
  hold(name, { isPatient, isShared = false }) {
    // without locks no tab can tell whether another one lives: it counts as gone
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
