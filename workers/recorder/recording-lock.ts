/** Keeps other tabs from writing into the recording. A lock lasts until it is disposed of or the worker ends. */
export const recordingLock = (id: string) => `wortlaut-recording/${id}`;

/** The page before a reload may release its lock late. */
const patienceMs = 2_000;

/** Resolves to null if another tab holds the lock. */
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
