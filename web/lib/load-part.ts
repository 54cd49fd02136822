import { sleep, timings } from './time.ts';

/** `onMissing` is called at each try at which a chunk fails to load, `onComplete` when all missing chunks have loaded. */
type PartEvents = { onMissing(isFirstTry: boolean): void | Promise<void>; onComplete(): void };

const listeners: PartEvents = { onMissing() {}, onComplete() {} };
let missing = 0;

/** Sets the handlers of missing chunks; called once at start. */
export function listenToParts(events: PartEvents): void {
  Object.assign(listeners, events);
}

/**
 * Loads a chunk of the page on demand and retries until it loads. Some browsers retry only after a reload
 * (`web/shell/reload.ts`).
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries++) {
    try {
      const part = await load();
      if (tries > 0 && --missing === 0) listeners.onComplete();
      return part;
    } catch {
      if (tries === 0) missing++;
      void listeners.onMissing(tries === 0);
      await sleep(timings.networkCheckMs);
    }
  }
}
