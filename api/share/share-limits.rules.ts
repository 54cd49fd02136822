/** A use of a limit that counts until a time, ms since the epoch. */
export type Spent = { count: number; until: number };

/** Returns when `more` further ones fit the limit, ms since the epoch; null: now. `spent` must be sorted by `until`. */
export function freeAgainAt(spent: readonly Spent[], more: number, limit: number): number | null {
  let over = spent.reduce((sum, { count }) => sum + count, 0) + more - limit;
  if (over <= 0) return null;
  for (const { count, until } of spent) {
    over -= count;
    if (over <= 0) return until;
  }
  return spent.at(-1)?.until ?? null;
}
