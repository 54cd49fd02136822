import { sleep, timings } from './time.ts';

/**
 * Loads a part of the page that comes when it is needed, and again where it does not come: a page whose server is away for a moment
 * lacks this part for so long, and nothing else.
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
