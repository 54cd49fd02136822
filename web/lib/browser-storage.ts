/** Holds entries until the page is closed, for a browser that stores none. Its keys are its own properties, as in a `Storage`. */
class PageStorage implements Storage {
  [name: string]: unknown;
  get length(): number {
    return Object.keys(this).length;
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null;
  }
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

const probe = 'storage_probe';

/**
 * Returns the storage of the browser if that can be written. Otherwise returns one that lasts as long as the page, with what
 * the browser has stored before, if that can be read. A browser that blocks cookies throws as soon as its storage is named; in
 * some private windows only writing throws.
 */
export function usableStorage(open: () => Storage): { storage: Storage; isRefused: boolean } {
  const storage = new PageStorage();
  try {
    const real = open();
    Object.assign(storage, real);
    real.setItem(probe, '');
    real.removeItem(probe);
    return { storage: real, isRefused: false };
  } catch {
    return { storage, isRefused: true };
  }
}

const local = usableStorage(() => localStorage);
const session = usableStorage(() => sessionStorage);

/** Local and session storage of the page. All code uses these, because those of the browser may throw. */
export const localStore = local.storage;
export const sessionStore = session.storage;

/** True if a sign-in, which leaves the page and comes back to it, cannot be stored. */
export const isStorageRefused = local.isRefused || session.isRefused;
