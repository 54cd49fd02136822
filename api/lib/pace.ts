import { setImmediate as turn } from 'node:timers/promises';

/**
 * Long work on the main thread lets others have their turn: awaited between steps, it goes on at once until `maxMs` have
 * passed since the last turn.
 */
export function createPace(maxMs = 8): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxMs) return;
    await turn();
    since = performance.now();
  };
}
