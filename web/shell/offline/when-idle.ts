import { sleep, timings } from '#web/lib/time.ts';

export type IdleDeps = {
  isSignedIn(): boolean;
  /** True while somebody records, or what was recorded is being sent. */
  isBusy(): boolean;
};

type Connection = { saveData?: boolean; effectiveType?: string };

const isSparing = ({ saveData, effectiveType }: Connection): boolean =>
  saveData === true || effectiveType === 'slow-2g' || effectiveType === '2g';

/** True if the page may fetch what it will need without a server. */
const mayFetch = ({ isSignedIn, isBusy }: IdleDeps): boolean => {
  const { connection = {} } = navigator as Navigator & { connection?: Connection };
  return isSignedIn() && !isBusy() && navigator.onLine && !isSparing(connection);
};

/**
 * Resolves when the page has nothing else to do, and fetching more disturbs neither the person nor their data plan. It looks
 * again every few seconds until then.
 */
export async function whenIdle(deps: IdleDeps): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 });
      else setTimeout(resolve, 50);
    });
    if (mayFetch(deps)) return;
    await sleep(timings.networkCheckMs);
  }
}
