/** Creates a mutex: it runs async tasks one at a time. A task that fails does not block the next. */
export function createMutex(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => {});
    return next;
  };
}

/** Creates one mutex per key: async tasks with the same key run one at a time. Keys are kept, so their number must be small. */
export function createMutexes(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const mutexes = new Map<string, ReturnType<typeof createMutex>>();
  return (key, act) => {
    const mutex = mutexes.get(key) ?? createMutex();
    mutexes.set(key, mutex);
    return mutex(act);
  };
}
