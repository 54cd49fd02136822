import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';

/**
 * Reads and merges the pages of the full-text index, which keep the words of deleted chapters until they are merged.
 */
export function createMergeStore(db: Db) {
  return {
    /** Returns the number of deleted chapters whose words still occupy the index. */
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
