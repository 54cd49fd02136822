import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';

export type WasteStore = ReturnType<typeof createWasteStore>;

/** Counts what was deleted since the database was compacted. Triggers count up (migrations 0017 and 0019). */
export function createWasteStore(db: Db) {
  return {
    async deletions(): Promise<number> {
      const row = await db.selectFrom('space_waste').select('deletions').executeTakeFirst();
      return row?.deletions ?? 0;
    },

    /**
     * Runs `work` without automatic checkpoints on this connection. After a rebuild a checkpoint copies the whole database, which
     * would block the event loop.
     */
    async withoutCheckpoints<T>(work: () => Promise<T>): Promise<T> {
      const asBefore = sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`;
      const pages = (await asBefore.execute(db)).rows[0]!.wal_autocheckpoint;
      await sql`pragma wal_autocheckpoint = 0`.execute(db);
      try {
        return await work();
      } finally {
        await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(db);
      }
    },

    async reduce(by: number): Promise<void> {
      await db
        .updateTable('space_waste')
        .set({ deletions: sql<number>`max(0, deletions - ${by})` })
        .execute();
    },
  };
}
