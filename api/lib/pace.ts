import { setImmediate as turn } from 'node:timers/promises';

/**
 * Returns a function that keeps the event loop responsive during long work. The work awaits it between its steps. It
 * yields if `maxMs` have passed since the last yield.
 */
export function createPace(maxMs = 8): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxMs) return;
    await turn();
    since = performance.now();
  };
}
