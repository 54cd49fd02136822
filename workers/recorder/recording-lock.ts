/** Two tabs must not write into one recording, nor record one session. A lock lasts as long as this worker, or until disposed of. */
export const recordingLock = (id: string) => `wortlaut-recording/${id}`;

/** A page that was just reloaded may need a moment to end. */
const patienceMs = 2_000;

/** Null where another tab holds it. */
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
