import { limits } from '#api/contract/limits.ts';
import type { SessionItem, SessionList } from '#api/contract/session.ts';
import { isInProgress } from './library.rules.ts';

/** The rows held so far, newest first, each once. */
export type SessionRows = {
  items: readonly SessionItem[];
  /** The furthest page that was answered, from 1. */
  lastPage: number;
  /** It brought nothing that was not known: pages have shifted. */
  hasStalled: boolean;
  /** Nothing follows. */
  isWhole: boolean;
};

const size = limits.listPageSize;
/** A refresh asks for so many pages at most, however long the list has become. */
const maxRefreshedPages = 6;

/**
 * The rows with a page of the server's put in its place. Between its first and its last row the page is the truth: what is
 * held there and not on it has been deleted. A page that does not touch what is held leaves a gap: of a refresh it is not
 * taken, and the first page then begins the list anew.
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

/** Without what has been deleted. */
export const withoutRows = (held: SessionRows, ids: ReadonlySet<string>): SessionRows => ({
  ...held,
  items: held.items.filter(({ id }) => !ids.has(id)),
});

/**
 * The page that goes on where the rows end; null where they are whole. Counted in rows, not in pages asked for: after a
 * deletion what followed has moved up, and the next page as such would leave rows out.
 */
export function nextPage({ items, lastPage, hasStalled, isWhole }: SessionRows): number | null {
  if (isWhole) return null;
  const byCount = Math.floor(items.length / size) + 1;
  return hasStalled ? lastPage + 1 : Math.min(lastPage + 1, byCount);
}

/**
 * The pages worth asking for again: the first, where new sessions appear, those with rows that move by themselves, and
 * those in view. `seen`: ids of the first and the last row in view.
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
