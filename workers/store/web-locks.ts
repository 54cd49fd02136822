/**
 * Web Locks between the workers of all tabs of this browser. Without them no tab can detect another one, so each other tab
 * counts as closed.
 */
const locks = (): LockManager | undefined => navigator.locks;

/** Limit for waiting for a lock, ms: a page that is being reloaded may release its lock late. */
const patienceMs = 2_000;

/** Takes a lock until it is disposed of or the worker ends. Resolves to null if another tab holds it. */
export function holdLock(name: string): Promise<Disposable | null> {
  const manager = locks();
  if (!manager) return Promise.resolve({ [Symbol.dispose]() {} });
  return new Promise((resolve) => {
    const ended = Promise.withResolvers<void>();
    const held = () => {
      resolve({ [Symbol.dispose]: () => ended.resolve() });
      return ended.promise;
    };
    manager.request(name, { signal: AbortSignal.timeout(patienceMs) }, held).catch(() => resolve(null));
  });
}

/** Runs `work` while no other worker runs work under this name. */
export async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks();
  return manager ? ((await manager.request(name, work)) as T) : await work();
}

/** Returns the names of the locks that any tab holds. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
}
