import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { ChapterRow } from './chapter.rules.ts';
import { chapterId, placeOf, shelfOf } from './entry-number.rules.ts';

/** A session in the index. `stamp` identifies the indexed state of its words; null before the first indexing. */
export type Entry = { no: number; session_id: string; stamp: string | null; words: number };

/**
 * Reads and writes chapters for the indexer: `search_text` holds folded words, `search_chapter` their original text and
 * times.
 */
export function createChapterStore(db: Db) {
  return {
    entryOf: (sessionId: string): Promise<Entry | undefined> =>
      db
        .selectFrom('search_entry')
        .where('session_id', '=', sessionId)
        .select(['no', 'session_id', 'stamp', 'words'])
        .executeTakeFirst(),

    /** Returns the digests of the chapters of an entry, by place. */
    async digestsOf(no: number): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('search_chapter')
        .where('id', '>=', chapterId(no, 0))
        .where('id', '<', chapterId(no + 1, 0))
        .select(['id', 'digest'])
        .execute();
      return new Map(rows.map(({ id, digest }) => [placeOf(id), digest]));
    },

    /** Replaces the chapter at this place. Does nothing if the entry is gone. */
    async put(no: number, place: number, row: ChapterRow & { folded: string; body: string }): Promise<void> {
      const id = chapterId(no, place);
      await db.deleteFrom('search_chapter').where('id', '=', id).execute();
      const { digest, own, folded, words, starts, segments, body } = row;
      const { numAffectedRows: inserted } = await sql`
        insert into search_chapter (id, digest, own, folded, words, starts, segments)
        select ${id}, ${digest}, ${own}, ${folded}, ${words}, ${starts}, ${segments}
        from search_entry where no = ${no}`.execute(db);
      if (inserted !== 0n)
        await sql`insert into search_text (rowid, body) values (${id}, ${body})`.execute(db);
    },

    /** Removes the chapters of an entry from this place on. */
    async removeFrom(no: number, place: number): Promise<void> {
      await db
        .deleteFrom('search_chapter')
        .where('id', '>=', chapterId(no, place))
        .where('id', '<', chapterId(no + 1, 0))
        .execute();
    },

    /** Records the stamp and the word count of the indexed state. */
    async settle({ no, words: before }: Entry, stamp: string | null, words: number): Promise<void> {
      await db.updateTable('search_entry').where('no', '=', no).set({ stamp, words }).execute();
      await db
        .updateTable('search_shelf')
        .where('id', '=', shelfOf(no))
        .set({ words: sql<number>`max(0, words + ${words - before})` })
        .execute();
    },
  };
}
