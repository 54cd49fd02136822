/** Start of a page of a search: the page has entries with numbers below this one. */
export type Cursor = number;

/** Start of the first page. */
export const newest: Cursor = Number.MAX_SAFE_INTEGER / 4096;

const maxSearches = 200;
const maxPages = 1_000;

/**
 * Remembers where the pages of searches begin, so that the next page needs no new search, and sessions that come or go meanwhile
 * are neither lost nor repeated. If a start is not known any more, the search only takes longer.
 */
export function createCursors() {
  const searches = new Map<string, Map<number, Cursor>>();
  return {
    /** Returns the last page up to this one whose start is known, and its start. */
    nearest(search: string, page: number): { page: number; cursor: Cursor } {
      let best = { page: 1, cursor: newest };
      for (const [known, cursor] of searches.get(search) ?? [])
        if (known <= page && known > best.page) best = { page: known, cursor };
      return best;
    },
    set(search: string, page: number, cursor: Cursor): void {
      const pages = searches.get(search) ?? new Map<number, Cursor>();
      searches.delete(search);
      searches.set(search, pages);
      if (pages.size < maxPages || pages.has(page)) pages.set(page, cursor);
      if (searches.size > maxSearches) searches.delete(searches.keys().next().value!);
    },
  };
}
