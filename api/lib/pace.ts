import { setImmediate as turn } from 'node:timers/promises';

/**
 * Keeps the event loop responsive during long work: awaited between steps, it yields if `maxMs` have passed since the
 * last yield.
 */
export function createPace(maxMs = 8): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxMs) return;
    await turn();
    since = performance.now();
  };
}
