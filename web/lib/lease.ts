type Open<T> = { key: string; value: T; users: number; timer: ReturnType<typeof setTimeout> | null };

export type Lease<T> = Disposable & { readonly value: T | null };

/** One thing at a time that outlives the screen which shows it. */
export type Leases<T> = {
  /** That of this key, shared by all who ask for it; it goes some time after the last one, or when another is opened. */
  lease(key: string, create: () => T | null): Lease<T>;
  /** What nobody looks at goes at once. */
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
        // another one is still looked at: it keeps its own
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
