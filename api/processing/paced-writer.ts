/**
 * Returns a writer that writes the newest of many values, at most one per `everyMs` and one after the other. A failed
 * write is ignored: the next write or the end of the work reports the fault.
 */
export function createPacedWriter<T>(everyMs: number, write: (value: T) => Promise<unknown>) {
  let newest: { value: T } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const startTimer = (): void => {
    timer = setTimeout(() => {
      const next = newest;
      newest = null;
      if (!next) {
        timer = null;
        return;
      }
      writing = write(next.value)
        .catch(() => {})
        .finally(() => {
          if (!isStopped) startTimer();
        });
    }, everyMs);
  };

  return {
    put(value: T): void {
      if (isStopped) return;
      newest = { value };
      if (!timer) startTimer();
    },
    /** Stops writing and waits for the current write. The newest value may be lost. */
    async stop(): Promise<void> {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await writing;
    },
  };
}
