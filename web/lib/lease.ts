type Open<T> = { key: string; value: T; users: number; timer: ReturnType<typeof setTimeout> | null };

type Lease<T> = Disposable & { readonly value: T | null };

/** Keeps one value for some time after its last lease has ended, so that a later lease gets the same value. */
type Leases<T> = {
  /**
   * Returns a lease of the value of a key. All leases of the key share that value. It is disposed of some time after
   * its last lease has ended, or before that if another key is leased meanwhile.
   */
  lease(key: string, create: () => T | null): Lease<T>;
  /** Disposes of the value at once if nobody has a lease of it. */
  closeUnseen(): void;
};

export function createLeases<T extends Disposable>(unseenMs: number): Leases<T> {
  let open: Open<T> | null = null;
  const close = (): void => {
    if (open?.timer) clearTimeout(open.timer);
    open?.value[Symbol.dispose]();
    open = null;
  };
  return {
    lease(key, create) {
      if (open?.key !== key && open?.users === 0) close();
      if (!open || open.key !== key) {
        const value = create();
        if (!value) return { value: null, [Symbol.dispose]() {} };
        // The value of another key is still in use, so this one is not shared.
        if (open) return { value, [Symbol.dispose]: () => value[Symbol.dispose]() };
        open = { key, value, users: 0, timer: null };
      }
      const mine = open;
      mine.users++;
      if (mine.timer) clearTimeout(mine.timer);
      mine.timer = null;
      return {
        value: mine.value,
        [Symbol.dispose]() {
          mine.users--;
          if (mine.users === 0 && open === mine) mine.timer = setTimeout(close, unseenMs);
        },
      };
    },
    closeUnseen() {
      if (open?.users === 0) close();
    },
  };
}
