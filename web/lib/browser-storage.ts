/** Holds entries until the page is closed, for a browser that stores none. Its keys are its own properties, as in a `Storage`. */
class PageStorage implements Storage {
  [name: string]: unknown;
  /** The storage of the browser, from which an entry is removed too, such as at a sign-out. */
  readonly #real: Storage | null;
  constructor(real: Storage | null) {
    this.#real = real;
    if (real) Object.assign(this, real);
  }
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
    try {
      this.#real?.removeItem(key);
    } catch {
      // What cannot be removed either stays until the browser removes it.
    }
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
  let real: Storage | null = null;
  try {
    real = open();
    real.setItem(probe, '');
    real.removeItem(probe);
    return { storage: real, isRefused: false };
  } catch {
    if (real && canReplace(real)) return { storage: real, isRefused: false };
    return { storage: new PageStorage(real), isRefused: true };
  }
}

/** Returns true for a storage that is full, but replaces what it holds, such as a token. */
function canReplace(storage: Storage): boolean {
  const key = storage.key(0);
  if (key === null) return false;
  try {
    storage.setItem(key, storage.getItem(key) ?? '');
    return true;
  } catch {
    return false;
  }
}

const local = usableStorage(() => localStorage);
const session = usableStorage(() => sessionStorage);

/** Local and session storage of the page. All code uses these, because those of the browser may throw. */
export const localStore = local.storage;
export const sessionStore = session.storage;

/** True if a sign-in, which leaves the page and comes back to it, cannot be stored. */
export const isStorageRefused = local.isRefused || session.isRefused;
