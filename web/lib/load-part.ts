import { sleep, timings } from './time.ts';

/**
 * Loads a part of the page when it is needed. If it does not come, tries again until it does, which not every browser does within
 * the same page (`web/shell/reload.ts`).
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await sleep(timings.networkCheckMs);
    }
  }
}
