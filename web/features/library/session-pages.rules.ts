import { limits } from '#api/contract/limits.ts';
import type { SessionItem, SessionList } from '#api/contract/session.ts';
import { isInProgress } from './library.rules.ts';

/** The rows loaded so far, newest first, without duplicates. */
export type SessionRows = {
  items: readonly SessionItem[];
  /** Highest page loaded, from 1. */
  lastPage: number;
  /** True if the page `lastPage` brought no new row, because rows had moved to later pages meanwhile. */
  hasStalled: boolean;
  /** True if no more pages follow. */
  isWhole: boolean;
};

const size = limits.listPageSize;
/** A refresh fetches at most this many pages. */
const maxRefreshedPages = 6;

/**
 * Merges a page into the rows. A row that lies between the first and the last row of the page, but is missing from the
 * page, has been deleted. A refreshed page other than the first is ignored if it has no row in common with the list. If the first
 * page has none, and more pages follow, the list starts anew with it.
 */
export function mergePage(held: SessionRows | undefined, page: number, answer: SessionList): SessionRows {
  const fresh = answer.recordings;
  const known = new Set(held?.items.map(({ id }) => id));
  const touches = fresh.some(({ id }) => known.has(id));
  const isNext = held !== undefined && page > held.lastPage;
  if (!held || held.items.length === 0 || (page === 1 && !touches && answer.hasMore)) {
    return { items: fresh, lastPage: page, hasStalled: false, isWhole: !answer.hasMore };
  }
  if (!touches && !isNext && page > 1) return held;
  const ids = new Set(fresh.map(({ id }) => id));
  const first = fresh[0]?.date;
  const last = fresh.at(-1)?.date;
  const others = held.items.filter(({ id }) => !ids.has(id));
  const before = page === 1 ? [] : others.filter(({ date }) => first === undefined || date >= first);
  const after =
    answer.hasMore && last !== undefined
      ? others.filter((item) => item.date <= last && !before.includes(item))
      : [];
  const isFurthest = page >= held.lastPage;
  return {
    items: [...before, ...fresh, ...after],
    lastPage: Math.max(page, held.lastPage),
    hasStalled: isFurthest ? fresh.every(({ id }) => known.has(id)) : held.hasStalled,
    isWhole: !answer.hasMore || (held.isWhole && !isFurthest),
  };
}

export const withoutRows = (held: SessionRows, ids: ReadonlySet<string>): SessionRows => ({
  ...held,
  items: held.items.filter(({ id }) => !ids.has(id)),
});

/**
 * Returns the next page to load; null at the end. It is computed from the number of rows. Counting pages would skip
 * some rows, because rows move up after deletions.
 */
export function nextPage({ items, lastPage, hasStalled, isWhole }: SessionRows): number | null {
  if (isWhole) return null;
  const byCount = Math.floor(items.length / size) + 1;
  return hasStalled ? lastPage + 1 : Math.min(lastPage + 1, byCount);
}

/**
 * Returns the pages to refresh: the first, where new sessions appear, those with rows in progress, and the visible ones.
 * `seen`: ids of the first and the last visible row.
 */
export function pagesToRefresh(
  items: readonly SessionItem[],
  seen: readonly [string, string] | null,
): number[] {
  const pageOf = (index: number) => Math.floor(index / size) + 1;
  const pages = new Set([1]);
  if (seen) {
    const from = items.findIndex(({ id }) => id === seen[0]);
    const to = items.findIndex(({ id }) => id === seen[1]);
    if (from >= 0) for (let page = pageOf(from); page <= pageOf(to); page += 1) pages.add(page);
  }
  for (const [index, item] of items.entries()) if (isInProgress(item)) pages.add(pageOf(index));
  return [...pages].slice(0, maxRefreshedPages).toSorted((a, b) => a - b);
}
