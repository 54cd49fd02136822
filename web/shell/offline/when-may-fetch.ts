import { sleep, timings } from '#web/lib/time.ts';
import { whenIdle } from '#web/lib/when-quiet.ts';

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
export async function whenMayFetch(mayFetch: () => boolean): Promise<void> {
  const device: Device = navigator as Navigator & Device;
  for (;;) {
    await whenIdle();
    if (isConnectionFree(device) && mayFetch()) return;
    await sleep(timings.networkCheckMs);
  }
}
