import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { listColumns, type ListRow } from '#api/session/session-list.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { chaptersPerSession, type ChapterRow } from './chapter.rules.ts';

export type Entry = { no: number; session_id: string; stamp: string | null; words: number };
/** Of the columns of `search_entry as entry`. */
export type EntryFilter = RawBuilder<boolean>;
type PlacedChapter = Omit<ChapterRow, 'digest'> & { folded: string; place: number };
/** Numbers of a shelf (migration 0004). */
const numbersPerShelf = 4096;
export const shelfOf = (no: number): number => Math.floor(no / numbersPerShelf);
const idOf = (no: number, place: number): number => no * chaptersPerSession + place;

/** What was said, in SQL. `search_text` holds folded words, `search_chapter` what they were and when. */
export function createSearchStore(db: Db) {
  return {
    /** Those to index anew, the latest first, before this place; `isOld`: from before there was a search. */
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

    /** Of one person, what has changed lately. */
    async dirtyOf({ host, userId }: Owner, limit: number): Promise<string[]> {
      // cross join: from the few marks to their sessions, never the other way round
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

    /** By place. */
    async digestsOf(no: number): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('search_chapter')
        .where('id', '>=', idOf(no, 0))
        .where('id', '<', idOf(no + 1, 0))
        .select(['id', 'digest'])
        .execute();
      return new Map(rows.map(({ id, digest }) => [id % chaptersPerSession, digest]));
    },

    /** In place of the one that is there. Nothing where the entry has gone meanwhile. */
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

    /** The entry shows what this stamp stands for. */
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

    /** The newest first, from this one on. */
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

    /** Entries with a chapter that matches, before this one, newest first; one may come several times. */
    async entriesMatching(
      match: string,
      beforeNo: number,
      limit: number,
      filter?: EntryFilter,
    ): Promise<number[]> {
      // FTS5 seeks to an integer alone, and large numbers are bound as real ones
      const before = sql`cast(${idOf(beforeNo, 0)} as integer)`;
      const no = sql`t.rowid / ${sql.lit(chaptersPerSession)}`;
      // cross join keeps the order: by rowid, so that the newest come first without a sort
      const passing = filter
        ? sql`cross join search_entry as entry on entry.no = ${no} and ${filter}`
        : sql``;
      const { rows } = await sql<{ no: number }>`
        select ${no} as no from search_text as t ${passing}
        where search_text match ${match} and t.rowid < ${before}
        order by t.rowid desc limit ${limit}`.execute(db);
      return rows.map((row) => row.no);
    },

    /** Sessions of these entries, by entry; those that have gone meanwhile are missing. */
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

    /** Chapters of an entry in order, behind this place. */
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

    /** Chapters whose words still lie in pages of the index. */
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
     * Writes about so many pages of the index anew without what was deleted; negative: begins to do so with all of them. False
     * when there was nothing left to do.
     */
    async merge(pages: number): Promise<boolean> {
      const changes = async () =>
        (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]!.n;
      const before = await changes();
      await sql`insert into search_text (search_text, rank) values ('merge', ${pages})`.execute(db);
      // as the documentation of FTS5 tells it
      return (await changes()) - before >= 2;
    },
  };
}
