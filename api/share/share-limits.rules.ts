/** What counts against a limit, until a moment. */
export type Spent = { count: number; until: number };

/** When there is room for so many more; null: now. `spent`: what counts now, in the order in which it ends. */
export function freeAgainAt(spent: readonly Spent[], more: number, limit: number): number | null {
  let over = spent.reduce((sum, { count }) => sum + count, 0) + more - limit;
  if (over <= 0) return null;
  for (const { count, until } of spent) {
    over -= count;
    if (over <= 0) return until;
  }
  return spent.at(-1)?.until ?? null;
}
