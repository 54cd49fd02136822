import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { listColumns, type ListRow } from '#api/session/session-list.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { chaptersPerSession, type ChapterRow } from './chapter.rules.ts';
import { chapterId, placeOf } from './entry-number.rules.ts';

/** Condition on the columns of `search_entry as entry`. */
export type EntryFilter = RawBuilder<boolean>;
type PlacedChapter = Omit<ChapterRow, 'digest'> & { folded: string; place: number };

export type SearchStore = ReturnType<typeof createSearchStore>;

/** Reads what a search needs of the full-text index: shelves, the entries of sessions, and their chapters. */
export function createSearchStore(db: Db) {
  return {
    /** Returns the shelves of a person whose id is at most `from`, newest first. */
    async shelvesOf({ host, userId }: Owner, from: number): Promise<number[]> {
      const rows = await db
        .selectFrom('search_shelf')
        .where('host', '=', host)
        .where('user_id', '=', userId)
        .where('id', '<=', from)
        .orderBy('id', 'desc')
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Returns the numbers of entries with a matching chapter, below `beforeNo`, newest first. An entry may be repeated.
     */
    async entriesMatching(
      match: string,
      beforeNo: number,
      limit: number,
      filter?: EntryFilter,
    ): Promise<number[]> {
      // FTS5 seeks by integers only, and large numbers are bound as floats.
      const before = sql`cast(${chapterId(beforeNo, 0)} as integer)`;
      const no = sql`t.rowid / ${sql.lit(chaptersPerSession)}`;
      // The cross join keeps the rowid order, which is newest first without a sort.
      const passing = filter
        ? sql`cross join search_entry as entry on entry.no = ${no} and ${filter}`
        : sql``;
      const { rows } = await sql<{ no: number }>`
        select ${no} as no from search_text as t ${passing}
        where search_text match ${match} and t.rowid < ${before}
        order by t.rowid desc limit ${limit}`.execute(db);
      return rows.map((row) => row.no);
    },

    /** Returns sessions by entry number. Deleted sessions are missing. */
    async sessionsOf(nos: readonly number[]): Promise<Map<number, ListRow>> {
      if (nos.length === 0) return new Map();
      const rows = await db
        .selectFrom('search_entry')
        .innerJoin('session', 'session.id', 'search_entry.session_id')
        .where('search_entry.no', 'in', nos)
        .select(listColumns.map((name) => `session.${name}` as const))
        .select('search_entry.no as entry_no')
        .execute();
      return new Map(rows.map(({ entry_no: no, ...row }) => [no, row]));
    },

    /** Returns the chapters of an entry in order, after this place. */
    async chaptersOf(no: number, afterPlace: number, limit: number): Promise<PlacedChapter[]> {
      const rows = await db
        .selectFrom('search_chapter')
        .where('id', '>', chapterId(no, afterPlace))
        .where('id', '<', chapterId(no + 1, 0))
        .orderBy('id')
        .limit(limit)
        .select(['id', 'own', 'folded', 'words', 'starts', 'segments'])
        .execute();
      return rows.map((row) => ({ ...row, place: placeOf(row.id) }));
    },
  };
}
