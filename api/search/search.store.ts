import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { listColumns, type ListRow } from '#api/session/session-list.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { chaptersPerSession, type ChapterRow } from './chapter.rules.ts';

export type Entry = { no: number; session_id: string; stamp: string | null; words: number };
/** Condition on the columns of `search_entry as entry`. */
export type EntryFilter = RawBuilder<boolean>;
type PlacedChapter = Omit<ChapterRow, 'digest'> & { folded: string; place: number };
const numbersPerShelf = 4096;
export const shelfOf = (no: number): number => Math.floor(no / numbersPerShelf);
const idOf = (no: number, place: number): number => no * chaptersPerSession + place;

/** Full-text index: `search_text` holds folded words, `search_chapter` their original text and times. */
export function createSearchStore(db: Db) {
  return {
    /** Sessions to index again, latest first, before this rowid; `isOld`: from before there was a search. */
    async dirty(isOld: 0 | 1, before: number, limit: number): Promise<{ id: string; place: number }[]> {
      return db
        .selectFrom('search_dirty')
        .where('is_old', '=', isOld)
        .where(sql<number>`rowid`, '<', before)
        .orderBy(sql`rowid`, 'desc')
        .limit(limit)
        .select(['session_id as id', sql<number>`rowid`.as('place')])
        .execute();
    },

    async dirtyOf({ host, userId }: Owner, limit: number): Promise<string[]> {
      // Cross join: starts from the few marks, not from all sessions.
      const { rows } = await sql<{ id: string }>`
        select d.session_id as id from search_dirty as d cross join session as s on s.id = d.session_id
        where d.is_old = 0 and s.host = ${host} and s.user_id = ${userId} limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    entryOf: (sessionId: string): Promise<Entry | undefined> =>
      db
        .selectFrom('search_entry')
        .where('session_id', '=', sessionId)
        .select(['no', 'session_id', 'stamp', 'words'])
        .executeTakeFirst(),

    /** Digests of the chapters of an entry, by place. */
    async digestsOf(no: number): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('search_chapter')
        .where('id', '>=', idOf(no, 0))
        .where('id', '<', idOf(no + 1, 0))
        .select(['id', 'digest'])
        .execute();
      return new Map(rows.map(({ id, digest }) => [id % chaptersPerSession, digest]));
    },

    /** Replaces the chapter at this place. Does nothing if the entry is gone. */
    async putChapter(
      no: number,
      place: number,
      row: ChapterRow & { folded: string; body: string },
    ): Promise<void> {
      const id = idOf(no, place);
      await db.deleteFrom('search_chapter').where('id', '=', id).execute();
      const { digest, own, folded, words, starts, segments, body } = row;
      const { numAffectedRows: inserted } = await sql`
        insert into search_chapter (id, digest, own, folded, words, starts, segments)
        select ${id}, ${digest}, ${own}, ${folded}, ${words}, ${starts}, ${segments}
        from search_entry where no = ${no}`.execute(db);
      if (inserted !== 0n)
        await sql`insert into search_text (rowid, body) values (${id}, ${body})`.execute(db);
    },

    async removeChaptersFrom(no: number, place: number): Promise<void> {
      await db
        .deleteFrom('search_chapter')
        .where('id', '>=', idOf(no, place))
        .where('id', '<', idOf(no + 1, 0))
        .execute();
    },

    /** Records the stamp and the word count of the indexed state. */
    async settle({ no, session_id: sessionId, words: before }: Entry, stamp: string | null, words: number) {
      await db.updateTable('search_entry').where('no', '=', no).set({ stamp, words }).execute();
      await db
        .updateTable('search_shelf')
        .where('id', '=', shelfOf(no))
        .set({ words: sql<number>`max(0, words + ${words - before})` })
        .execute();
      await this.clean(sessionId);
    },

    async clean(sessionId: string): Promise<void> {
      await db.deleteFrom('search_dirty').where('session_id', '=', sessionId).execute();
    },

    /** Shelves of a person, newest first, from this one on. */
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

    /** Numbers of entries with a matching chapter, below `beforeNo`, newest first; may repeat an entry. */
    async entriesMatching(
      match: string,
      beforeNo: number,
      limit: number,
      filter?: EntryFilter,
    ): Promise<number[]> {
      // FTS5 seeks by integers only, and large numbers are bound as floats.
      const before = sql`cast(${idOf(beforeNo, 0)} as integer)`;
      const no = sql`t.rowid / ${sql.lit(chaptersPerSession)}`;
      // Cross join keeps the rowid order: newest first without a sort.
      const passing = filter
        ? sql`cross join search_entry as entry on entry.no = ${no} and ${filter}`
        : sql``;
      const { rows } = await sql<{ no: number }>`
        select ${no} as no from search_text as t ${passing}
        where search_text match ${match} and t.rowid < ${before}
        order by t.rowid desc limit ${limit}`.execute(db);
      return rows.map((row) => row.no);
    },

    /** Sessions by entry number; deleted ones are missing. */
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

    /** Chapters of an entry in order, after this place. */
    async chaptersOf(no: number, afterPlace: number, limit: number): Promise<PlacedChapter[]> {
      const rows = await db
        .selectFrom('search_chapter')
        .where('id', '>', idOf(no, afterPlace))
        .where('id', '<', idOf(no + 1, 0))
        .orderBy('id')
        .limit(limit)
        .select(['id', 'own', 'folded', 'words', 'starts', 'segments'])
        .execute();
      return rows.map((row) => ({ ...row, place: row.id % chaptersPerSession }));
    },

    /** Number of deleted chapters whose words still occupy the index. */
    async waste(): Promise<number> {
      const row = await db.selectFrom('search_waste').select('chapters').executeTakeFirst();
      return row?.chapters ?? 0;
    },

    async reduceWaste(by: number): Promise<void> {
      await db
        .updateTable('search_waste')
        .set({ chapters: sql<number>`max(0, chapters - ${by})` })
        .execute();
    },

    /**
     * Merges about this many pages of the index, which drops deleted words; a negative number starts a merge of all pages.
     * Returns false if nothing was left to merge.
     */
    async merge(pages: number): Promise<boolean> {
      const changes = async () =>
        (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]!.n;
      const before = await changes();
      await sql`insert into search_text (search_text, rank) values ('merge', ${pages})`.execute(db);
      // FTS5 documents this test: fewer than two changes mean that nothing was merged.
      return (await changes()) - before >= 2;
    },
  };
}
