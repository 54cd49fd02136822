import { sleep, timings } from '#web/lib/time.ts';

/** What browsers tell of the connection (Network Information API). Some tell nothing. */
type Device = { onLine: boolean; connection?: { saveData?: boolean; effectiveType?: string } };

/** True if the connection is there, and fetching ahead costs the person neither money nor patience. */
export function isConnectionFree({ onLine, connection: { saveData, effectiveType } = {} }: Device): boolean {
  return onLine && saveData !== true && effectiveType !== 'slow-2g' && effectiveType !== '2g';
}

/**
 * Resolves when the page has nothing else to do, its connection is free, and `mayFetch` says so. It looks again every few seconds
 * until then.
 */
export async function whenIdle(mayFetch: () => boolean): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 });
      else setTimeout(resolve, 50);
    });
    if (isConnectionFree(navigator as Device) && mayFetch()) return;
    await sleep(timings.networkCheckMs);
  }
}
