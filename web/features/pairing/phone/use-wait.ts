import { useNow } from '#web/lib/use-now.ts';

/** Returns the time until `atMs` (ms since the epoch) in whole seconds; 0 if it is over or unknown. */
export function useWaitS(atMs: number | undefined): number {
  const nowMs = useNow(atMs !== undefined);
  return atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
