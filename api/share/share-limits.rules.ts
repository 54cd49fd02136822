/** What counts against a limit (messages, or recipients) until a time, ms since the epoch. */
type Spent = { count: number; until: number };

/**
 * Returns when the limit allows `more` further messages or recipients, ms since the epoch; null if it allows them now.
 * `spent` must be sorted by `until`.
 */
export function freeAgainAt(spent: readonly Spent[], more: number, limit: number): number | null {
  let over = spent.reduce((sum, { count }) => sum + count, 0) + more - limit;
  if (over <= 0) return null;
  for (const { count, until } of spent) {
    over -= count;
    if (over <= 0) return until;
  }
  return spent.at(-1)?.until ?? null;
}
