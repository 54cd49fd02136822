import { sleep, timings } from './time.ts';

/** `onMissing`: a part did not come; called at each try. `onComplete`: no part is missing any more. */
type PartEvents = { onMissing(isFirstTry: boolean): void | Promise<void>; onComplete(): void };

const listeners: PartEvents = { onMissing() {}, onComplete() {} };
let missing = 0;

/** What the page does about missing parts; set once at start. */
export function listenToParts(events: PartEvents): void {
  Object.assign(listeners, events);
}

/**
 * Loads a part of the page when it is needed. If it does not come, tries again until it does, which some browsers do only after
 * the page was reloaded (`web/shell/reload.ts`).
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
