import type { Owner } from '#api/db/owner.ts';
import type { Cursor } from './cursors.ts';
import { shelfOf } from './entry-number.rules.ts';
import { toMatch, type Phrase } from './query.rules.ts';
import type { EntryFilter, SearchStore } from './search.store.ts';

const maxRowsAtOnce = 2_000;
const maxShelvesAtOnce = 16;
/** Target time for a group of shelves. The group grows below it and shrinks above it. */
const wantedMs = 3;

type Sought = {
  phrases: readonly Phrase[];
  from: Cursor;
  /** Approximate number of entries that the caller reads. */
  wanted: number;
  where: EntryFilter | undefined;
};

/**
 * Yields the numbers of matching entries below the cursor, newest first, each once. Reads the newest shelves first, so that
 * frequent words are found on the first one.
 */
export async function* matchingEntries(
  store: Pick<SearchStore, 'shelvesOf' | 'entriesMatching'>,
  owner: Owner,
  { phrases, from, wanted, where }: Sought,
  pace: () => Promise<void>,
): AsyncGenerator<number> {
  const shelves = await store.shelvesOf(owner, shelfOf(from));
  let size = 1;
  for (let at = 0; at < shelves.length;) {
    let tookMs = 0;
    const match = toMatch(phrases, shelves.slice(at, at + size));
    at += size;
    let rowsAtOnce = Math.min(maxRowsAtOnce, 2 * wanted);
    for (let before = from; ;) {
      const startedAt = performance.now();
      const nos = await store.entriesMatching(match, before, rowsAtOnce, where);
      tookMs += performance.now() - startedAt;
      for (const no of nos) {
        if (no !== before) yield no;
        before = no;
      }
      await pace();
      if (nos.length < rowsAtOnce) break;
      rowsAtOnce = maxRowsAtOnce;
    }
    size = tookMs > wantedMs ? Math.max(1, size >> 1) : Math.min(maxShelvesAtOnce, size * 2);
  }
}
