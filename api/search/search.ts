import { limits } from '#api/contract/limits.ts';
import type { Hit } from '#api/contract/session.ts';
import type { Db } from '#api/db/open.ts';
import { createPace } from '#api/lib/pace.ts';
import type { ListRow } from '#api/session/session-list.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { fromChapterRow } from './chapter.rules.ts';
import { createCursors, type Cursor } from './cursors.ts';
import { findMoments, toHit } from './hit.rules.ts';
import { createIndexer, type Indexer } from './indexer.ts';
import { parseQuery, toMatch, type Phrase } from './query.rules.ts';
import { createSearchStore, shelfOf, type EntryFilter } from './search.store.ts';

export type Found = { row: ListRow; hits: Hit[]; hitCount: number };
export type Asked = {
  text: string;
  page: number;
  limit: number;
  /** Further condition on sessions; `key` identifies it. */
  filter?: { key: string; where: EntryFilter };
};
export type Search = ReturnType<typeof createSearch>;

/** Hits are counted up to this number. */
const maxCount = 100;
const chaptersAtOnce = 4;
const maxRowsAtOnce = 2_000;
/** Minimum letters of a prefix that FTS5 looks up beside other words. */
const longEnough = 3;
const maxShelvesAtOnce = 16;
/** Target time of a group of shelves: the group grows below it and shrinks above it. */
const wantedMs = 3;

/**
 * Full-text search of transcripts. It reads the newest shelves first, so that frequent words are found on the first one, and
 * yields to other work between groups of shelves.
 */
export function createSearch({ db, indexer = createIndexer(db) }: { db: Db; indexer?: Indexer }) {
  const store = createSearchStore(db);
  const cursors = createCursors();

  /** Entries below the cursor, newest first, each once; `wanted` is the approximate number. */
  async function* entries(
    owner: Owner,
    phrases: readonly Phrase[],
    { from, wanted, where }: { from: Cursor; wanted: number; where: EntryFilter | undefined },
    pace: () => Promise<void>,
  ): AsyncGenerator<number> {
    const shelves = await store.shelvesOf(owner, shelfOf(from));
    let size = 1;
    for (let at = 0; at < shelves.length;) {
      let tookMs = 0;
      const match = toMatch(phrases, shelves.slice(at, at + size));
      at += size;
      let atOnce = Math.min(maxRowsAtOnce, 2 * wanted);
      for (let before = from; ;) {
        const startedAt = performance.now();
        const nos = await store.entriesMatching(match, before, atOnce, where);
        tookMs += performance.now() - startedAt;
        for (const no of nos) {
          if (no !== before) yield no;
          before = no;
        }
        await pace();
        if (nos.length < atOnce) break;
        atOnce = maxRowsAtOnce;
      }
      size = tookMs > wantedMs ? Math.max(1, size >> 1) : Math.min(maxShelvesAtOnce, size * 2);
    }
  }

  async function hitsOf(no: number, phrases: readonly Phrase[], pace: () => Promise<void>) {
    const hits: Hit[] = [];
    let hitCount = 0;
    for (let after = -1; hitCount < maxCount;) {
      const rows = await store.chaptersOf(no, after, chaptersAtOnce);
      for (const row of rows) {
        const moments = findMoments(row, phrases);
        hitCount = Math.min(maxCount, hitCount + moments.length);
        const shown = moments.slice(0, limits.hitsPerSession - hits.length);
        const chapter = shown.length > 0 ? fromChapterRow(row) : null;
        if (chapter) hits.push(...shown.map((moment) => toHit(chapter, moment)));
        after = row.place;
        await pace();
      }
      if (rows.length < chaptersAtOnce) break;
    }
    return { hits, hitCount };
  }

  return {
    /** False if the text has no letter or digit. */
    asks: (text: string): boolean => parseQuery(text).length > 0,

    /** A page of sessions that match, newest first, with the first hits of each. */
    async find(
      owner: Owner,
      { text, page, limit, filter }: Asked,
    ): Promise<{ found: Found[]; hasMore: boolean }> {
      await indexer.freshen(owner);
      const phrases = parseQuery(text);
      const sought = withoutShort(phrases);
      const isSure = sought.length === phrases.length;
      const pace = createPace();
      const search = JSON.stringify([owner.host, owner.userId, phrases, limit, filter?.key ?? '']);
      const start = cursors.nearest(search, page);
      let skip = (page - start.page) * limit;
      const from = { from: start.cursor, wanted: skip + limit + 1, where: filter?.where };
      const found: Found[] = [];
      let last: Cursor | null = null;

      const take = async (nos: readonly number[]): Promise<boolean> => {
        const rows = await store.sessionsOf(nos);
        for (const no of nos) {
          const row = rows.get(no);
          // Deleted meanwhile.
          if (!row) continue;
          const isFull = found.length === limit;
          if (isFull && isSure) return true;
          const { hits, hitCount } = await hitsOf(no, phrases, pace);
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
      for await (const no of entries(owner, sought, from, pace)) {
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
 * Phrases for FTS5. A short prefix matches so many words that it is cheaper to look for it only in the chapters that hold
 * the other phrases.
 */
function withoutShort(phrases: readonly Phrase[]): readonly Phrase[] {
  const others = phrases.filter(
    ({ words, isPrefix }) => !isPrefix || words.length > 1 || words[0]!.length >= longEnough,
  );
  return others.length > 0 ? others : phrases;
}
