import { sleep, timings } from './time.ts';

/**
 * Handlers of chunks that cannot be loaded. `onMissing` is called after each try that has failed. `onComplete` is
 * called when all missing chunks have loaded.
 */
type PartEvents = { onMissing(isFirstTry: boolean): void | Promise<void>; onComplete(): void };

const listeners: PartEvents = { onMissing() {}, onComplete() {} };
let missing = 0;

/** Sets the handlers of missing chunks. The page calls this once at its start. */
export function listenToParts(events: PartEvents): void {
  Object.assign(listeners, events);
}

/**
 * Loads a chunk of the page on demand, and repeats that until it loads. In some browsers it loads only after the page
 * was reloaded (`web/shell/reload.ts`).
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

type Load = () => Promise<unknown>;
const offlineParts = new Set<Load>();

/** Marks a part that the page needs without a server too. `loadOfflineParts` loads it ahead. */
export function neededOffline<Part>(load: () => Promise<Part>, among = offlineParts): () => Promise<Part> {
  among.add(load);
  return load;
}

/** Loads all parts that are marked so far, and those that they mark themselves, one after the other. */
export async function loadOfflineParts(among: ReadonlySet<Load> = offlineParts): Promise<void> {
  for (const load of among) await load();
}
