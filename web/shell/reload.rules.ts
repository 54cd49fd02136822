/**
 * Shortest time between two reloads that the page starts by itself, ms. Without this limit it could reload for ever.
 */
const loopMs = 30_000;

/**
 * True if the page may reload itself. `lastReload` is the time at which it last did so, ms since the epoch as text;
 * null if it never did.
 */
export function mayReload(lastReload: string | null, nowMs: number): boolean {
  const last = Number(lastReload ?? Number.NaN);
  return !Number.isFinite(last) || nowMs - last > loopMs;
}
