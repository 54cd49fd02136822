/** Creates a semaphore with `places` permits. Callers wait in the order in which they came. */
export function createGate(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    waiting: (): number => waiting.length,

    /** Waits for a permit. @throws the signal's reason */
    async enter(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted();
      if (free > 0) {
        free--;
        return;
      }
      const turn = Promise.withResolvers<void>();
      const onAbort = () => {
        const at = waiting.indexOf(turn.resolve);
        // The permit was already granted.
        if (at === -1) return;
        waiting.splice(at, 1);
        turn.reject(signal?.reason);
      };
      waiting.push(turn.resolve);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        await turn.promise;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
