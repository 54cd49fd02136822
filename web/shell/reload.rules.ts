/** A second automatic reload within this time would be a loop. */
const loopMs = 30_000;

/** `lastReload`: stored time of the last one, ms since the epoch as text. */
export function mayReload(lastReload: string | null, nowMs: number): boolean {
  const last = Number(lastReload ?? Number.NaN);
  return !Number.isFinite(last) || nowMs - last > loopMs;
}
