/** The page reloads itself again only after this time: it could reload for ever otherwise. */
const loopMs = 30_000;

/** `lastReload`: when the page last reloaded itself, ms since the epoch as text; null if it never did. */
export function mayReload(lastReload: string | null, nowMs: number): boolean {
  const last = Number(lastReload ?? Number.NaN);
  return !Number.isFinite(last) || nowMs - last > loopMs;
}
