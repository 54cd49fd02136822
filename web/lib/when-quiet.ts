import { queryClient } from './query-client.ts';
import { sleep } from './time.ts';

/** Longest time that work waits for a page that is always busy, ms. */
const atMostMs = 5_000;
const lookEveryMs = 100;

/** Resolves when the page has nothing to compute. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: atMostMs });
    else setTimeout(resolve, lookEveryMs);
  });

/** Resolves when the page has nothing to compute and waits for no answer: its screen is there. */
export async function whenQuiet(): Promise<void> {
  const giveUpAtMs = performance.now() + atMostMs;
  await whenIdle();
  while (queryClient.isFetching() > 0 && performance.now() < giveUpAtMs) {
    await sleep(lookEveryMs);
    await whenIdle();
  }
}
