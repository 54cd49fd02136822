/** Mutex: runs async tasks one at a time; a failure does not block the next. */
export function createMutex(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => {});
    return next;
  };
}

/** One mutex per key: runs async tasks with the same key one at a time. */
export function createMutexes(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const mutexes = new Map<string, ReturnType<typeof createMutex>>();
  return (key, act) => {
    const mutex = mutexes.get(key) ?? createMutex();
    mutexes.set(key, mutex);
    return mutex(act);
  };
}
