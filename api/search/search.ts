import type { Hit } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import { createPace } from '#api/lib/pace.ts';
import type { ListRow } from '#api/session/session-list.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { createCursors, type Cursor } from './cursors.ts';
import { createIndexer, type Indexer } from './indexer.ts';
import { matchingEntries } from './matching-entries.ts';
import { parseQuery, type Phrase } from './query.rules.ts';
import { readHits } from './read-hits.ts';
import { createSearchStore, type EntryFilter } from './search.store.ts';

export type Found = { row: ListRow; hits: Hit[]; hitCount: number };
export type Asked = {
  text: string;
  page: number;
  limit: number;
  /** Further condition on sessions. `key` identifies it in the memory of pages. */
  filter?: { key: string; where: EntryFilter };
};
export type Search = ReturnType<typeof createSearch>;

/** A prefix with fewer letters is not looked up by FTS5 if there are other phrases. */
const longEnough = 3;

/** Creates the full-text search of transcripts. It yields to other work between its reads. */
export function createSearch({ db, indexer = createIndexer(db) }: { db: Db; indexer?: Indexer }) {
  const store = createSearchStore(db);
  const cursors = createCursors();

  return {
    /** True if the text can be searched for; false if it has no letter or digit. */
    asks: (text: string): boolean => parseQuery(text).length > 0,

    /** Returns a page of sessions that match, newest first, with the first hits of each. */
    async find(
      owner: Owner,
      { text, page, limit, filter }: Asked,
    ): Promise<{ found: Found[]; hasMore: boolean }> {
      await indexer.freshen(owner);
      const phrases = parseQuery(text);
      const sought = withoutShort(phrases);
      // If a short prefix is left out, an entry that is found may not contain it.
      const isSure = sought.length === phrases.length;
      const pace = createPace();
      const search = JSON.stringify([owner.host, owner.userId, phrases, limit, filter?.key ?? '']);
      const start = cursors.nearest(search, page);
      let skip = (page - start.page) * limit;
      const query = { phrases: sought, from: start.cursor, wanted: skip + limit + 1, where: filter?.where };
      const found: Found[] = [];
      let last: Cursor | null = null;

      /** Adds sessions to the page. Returns true if a further one exists that belongs to the next page. */
      const take = async (nos: readonly number[]): Promise<boolean> => {
        const rows = await store.sessionsOf(nos);
        for (const no of nos) {
          const row = rows.get(no);
          // The session was deleted meanwhile.
          if (!row) continue;
          const isFull = found.length === limit;
          if (isFull && isSure) return true;
          const { hits, hitCount } = await readHits(store, no, phrases, pace);
          if (hitCount === 0 && !isSure) continue;
          if (isFull) return true;
          if (skip-- > 0) continue;
          found.push({ row, hits, hitCount });
          last = no;
        }
        return false;
      };

      let hasMore = false;
      let batch: number[] = [];
      for await (const no of matchingEntries(store, owner, query, pace)) {
        if (isSure && skip > 0) {
          skip--;
          continue;
        }
        batch.push(no);
        if (batch.length <= limit - found.length) continue;
        hasMore = await take(batch);
        batch = [];
        if (hasMore) break;
      }
      if (!hasMore) hasMore = await take(batch);
      if (hasMore && last !== null) cursors.set(search, page + 1, last);
      return { found, hasMore };
    },
  };
}

/**
 * Returns the phrases for FTS5. A short prefix matches so many words that it is cheaper to look for it only in the chapters
 * that hold the other phrases.
 */
function withoutShort(phrases: readonly Phrase[]): readonly Phrase[] {
  const others = phrases.filter(
    ({ words, isPrefix }) => !isPrefix || words.length > 1 || words[0]!.length >= longEnough,
  );
  return others.length > 0 ? others : phrases;
}
