import type { SessionItem, SessionStatus } from '#api/contract/session.ts';

export type DayGroup = { /** UTC day, 2026-11-20. */ day: string; items: SessionItem[] };

/** §2: grouped by UTC day, newest first; an item that two pages both hold is shown once. */
export function groupByDay(items: readonly SessionItem[]): DayGroup[] {
  const seen = new Set<string>();
  const groups = new Map<string, SessionItem[]>();
  const newestFirst = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  for (const item of newestFirst) {
    if (seen.has(item.id)) continue;
    seen.add(item.id);
    const day = new Date(item.date).toISOString().slice(0, 10);
    const group = groups.get(day);
    if (group) group.push(item);
    else groups.set(day, [item]);
  }
  return [...groups].map(([day, grouped]) => ({ day, items: grouped }));
}

const moving: ReadonlySet<SessionStatus> = new Set([
  'preparing',
  'pending',
  'transcribing',
  'processing',
  'overdue',
]);

/** Its status will change by itself: the list is asked for again. */
export const isInProgress = ({ status }: Pick<SessionItem, 'status'>): boolean => moving.has(status);
