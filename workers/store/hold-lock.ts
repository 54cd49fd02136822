/** Limit for waiting for a lock, ms: a page that is being reloaded may release its lock late. */
const patienceMs = 2_000;

/** Takes a lock until it is disposed of or the worker ends. Resolves to null if another tab holds it. */
export function holdLock(name: string): Promise<Disposable | null> {
  return new Promise((resolve) => {
    const ended = Promise.withResolvers<void>();
    const held = () => {
      resolve({ [Symbol.dispose]: () => ended.resolve() });
      return ended.promise;
    };
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(patienceMs) }, held)
      .catch(() => resolve(null));
  });
}
