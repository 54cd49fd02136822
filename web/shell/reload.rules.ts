/** A page that reloads itself does so once: the second time within this span would be a loop. */
const loopMs = 30_000;

/** `lastReload`: what was stored at the last one, ms since the epoch as text. */
export function mayReload(lastReload: string | null, nowMs: number): boolean {
  const last = Number(lastReload ?? Number.NaN);
  return !Number.isFinite(last) || nowMs - last > loopMs;
}
